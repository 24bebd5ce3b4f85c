import { mkdir, mkdtemp, readdir, readFile, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { bundled, removeOld } from './bundled.ts'

afterEach(() => {
  vi.useRealTimers()
})

test('a bundle that was just made stays, and what is a day older goes, whatever the clock says', async () => {
  const cache = await mkdtemp(join(tmpdir(), 'bundles-'))
  const now = Date.now() / 1000
  const ages = {
    'platform-new': 0,
    'platform-used': 3_600,
    'platform-old': 90_000,
    compiled: 90_000,
  }
  for (const [name, age] of Object.entries(ages)) {
    await mkdir(join(cache, name))
    await utimes(join(cache, name), now - age, now - age)
  }
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2030, 5, 5) })
  await removeOld(join(cache, 'platform-new'))
  expect((await readdir(cache)).sort()).toEqual(['compiled', 'platform-new', 'platform-used'])
})

test('the bundle reads the files of its own checkout, also if that was copied with its bundles', async () => {
  const folder = dirname(await bundled('platform'))
  const names = (await readdir(folder, { recursive: true })).filter(name => name.endsWith('.js'))
  const code = await Promise.all(names.map(name => readFile(join(folder, name), 'utf8')))
  const places = code.join('').match(/"[^"\n]*\/platform\/locales"/g)
  expect(places).toEqual([JSON.stringify(join(import.meta.dirname, '../../platform/locales'))])
})
