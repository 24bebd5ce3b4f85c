import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keepPrevious } from '../../scripts/build/previous.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guidon-dist-'))
})
afterEach(() => rm(folder, { recursive: true }))

/** Builds as Vite does: it empties the folder first. */
const build = (...names: string[]) =>
  keepPrevious(folder, async () => {
    await rm(folder, { recursive: true, force: true })
    await mkdir(join(folder, 'assets'), { recursive: true })
    for (const name of names) await writeFile(join(folder, 'assets', name), `code of ${name}`)
  })
const assets = async () => (await readdir(join(folder, 'assets'))).sort()

test('an open page of the last three builds still finds its files, and of older ones none', async () => {
  await build('a-1.js', 'b-1.js', 'b-1.js.br')
  await build('a-1.js', 'b-2.js')
  expect(await assets()).toEqual(['a-1.js', 'b-1.js', 'b-1.js.br', 'b-2.js'])
  expect(await readFile(join(folder, 'assets/b-1.js'), 'utf8')).toBe('code of b-1.js')
  await build('a-1.js', 'b-3.js')
  await build('a-1.js', 'b-4.js')
  expect(await assets()).toEqual(['a-1.js', 'b-1.js', 'b-1.js.br', 'b-2.js', 'b-3.js', 'b-4.js'])
  await build('a-2.js', 'b-5.js')
  expect(await assets()).toEqual(['a-1.js', 'a-2.js', 'b-2.js', 'b-3.js', 'b-4.js', 'b-5.js'])
})

test('the same build twice counts once', async () => {
  await build('b-1.js')
  for (let round = 0; round < 5; round++) await build('b-2.js')
  expect(await assets()).toEqual(['b-1.js', 'b-2.js'])
})

test.each(['', 'no json', '{"a":1}', '[["../../etc/passwd"]]'])(
  'a list of builds that reads %j keeps nothing and stops no build',
  async text => {
    await mkdir(join(folder, 'assets'))
    await writeFile(join(folder, 'assets', 'old-1.js'), '')
    await writeFile(join(folder, '.builds.json'), text)
    await build('b-1.js')
    expect(await assets()).toEqual(['b-1.js'])
  },
)
