import { execFileSync } from 'node:child_process'
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { createHandouts } from '../../../platform/desktop/files/handouts.ts'
import type { ChallengeDefinition, EventDefinition } from '../../../platform/event/model.ts'
import { createLog } from '../../../platform/log.ts'
import { createCurrentEvent } from '../current-event.ts'
import { createWrittenLog } from '../written-log.ts'

let root: string
let folder: string
const event = createCurrentEvent({} as EventDefinition)
const renewed = async (...challenges: object[]) => {
  event.replace({ challenges } as EventDefinition)
  await createHandouts(folder, event, createLog('silent')).renew()
  return (await readdir(folder, { recursive: true })).filter(name => name.includes('.')).sort()
}
const challenge = (slug: string, files: object[], rest: Partial<ChallengeDefinition> = {}) => ({
  categorySlug: 'web',
  slug,
  files,
  requires: [],
  ...rest,
})
const source = async (name: string, text = name) => {
  const path = join(root, name)
  await writeFile(path, text)
  return path
}

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'guidon-handouts-'))
  folder = join(root, 'shown')
  onTestFinished(() => rm(root, { recursive: true }))
})

test('files of challenges are there, until the event has them no more', async () => {
  const path = await source('app.py')
  const dump = { path, name: 'src/app.py' }
  expect(await renewed(challenge('shop', [dump]))).toEqual(['web/shop/src/app.py'])
  const { ino } = await stat(join(folder, 'web/shop/src/app.py'))
  expect(ino).toBe((await stat(path)).ino)
  await rm(path)
  await source('app.py', 'fixed')
  await renewed(challenge('shop', [dump]))
  expect(await readFile(join(folder, 'web/shop/src/app.py'), 'utf8')).toBe('fixed')
  expect(await renewed(challenge('shop', []))).toEqual([])
  expect(await readdir(folder)).toEqual([])
})

test('a file that is gone, or became a pipe, keeps no other one away', async () => {
  const [gone, piped, there] = [await source('gone'), await source('piped'), await source('z.txt')]
  await rm(gone)
  await rm(piped)
  execFileSync('mkfifo', ['-m', '600', piped])
  const files = [gone, piped, there].map(path => ({ path, name: `${basename(path)}.txt` }))
  expect(await renewed(challenge('shop', files))).toEqual(['web/shop/z.txt.txt'])
})

test('a challenge that is hidden or may be locked is not there', async () => {
  const files = [{ path: await source('a.txt'), name: 'a.txt' }]
  const requires = [
    { category: 'web', slug: 'first' },
  ] as unknown as ChallengeDefinition['requires']
  const hidden = challenge('hidden', files, { isHidden: true })
  expect(await renewed(challenge('late', files, { requires }), hidden)).toEqual([])
})

test('a file that only its owner may read is readable in a desktop, and stays private in the event', async () => {
  const path = await source('key.pem')
  await chmod(path, 0o600)
  await renewed(challenge('keys', [{ path, name: 'key.pem' }]))
  expect((await stat(join(folder, 'web/keys/key.pem'))).mode & 0o777).toBe(0o644)
  expect((await stat(path)).mode & 0o777).toBe(0o600)
})

test('so is one that only its owner may read from now on', async () => {
  const path = await source('key.pem')
  const keys = challenge('keys', [{ path, name: 'key.pem' }])
  await renewed(keys)
  await chmod(path, 0o600)
  await renewed(keys)
  expect((await stat(join(folder, 'web/keys/key.pem'))).mode & 0o777).toBe(0o644)
  expect((await stat(path)).mode & 0o777).toBe(0o600)
})

test('a file is not copied that would fill the disk of the database, and the log says so', async () => {
  const { log, written } = createWrittenLog('error')
  const [large, small] = [await source('large', 'x'.repeat(2 ** 20 + 1)), await source('small')]
  for (const path of [large, small]) await chmod(path, 0o600)
  const files = [large, small].map(path => ({ path, name: `${basename(path)}.bin` }))
  event.replace({ challenges: [challenge('shop', files) as object] } as EventDefinition)
  await createHandouts(folder, event, log, async () => 257).renew()
  expect(await readdir(join(folder, 'web/shop'))).toEqual(['small.bin'])
  expect(written()).toContain('a copy would leave less than 256 MB on its disk')
})

test('no name leads out of the folder of its challenge', async () => {
  const path = await source('x.txt')
  expect(await renewed(challenge('evil', [{ path, name: '../../../x2.txt' }]))).toEqual([])
  expect(await readdir(root)).toEqual(['shown', 'x.txt'])
})

test('once it is closed, nothing in it changes any more', async () => {
  const handouts = createHandouts(folder, event, createLog('silent'))
  event.replace({
    challenges: [challenge('shop', [{ path: await source('a.txt'), name: 'a.txt' }])],
  } as unknown as EventDefinition)
  void handouts.renew()
  await handouts.close()
  expect(await readdir(join(folder, 'web/shop'))).toEqual(['a.txt'])
  event.replace({ challenges: [] } as unknown as EventDefinition)
  await handouts.renew()
  expect(await readdir(join(folder, 'web/shop'))).toEqual(['a.txt'])
})
