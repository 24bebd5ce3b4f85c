import { execFile } from 'node:child_process'
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { contextOf } from '../../platform/engine/build-context.ts'
import { loadEvent } from '../../platform/event/load.ts'
import { packed } from '../platform/event/handouts/packed.ts'
import { readZip } from '../platform/event/handouts/read-zip.ts'
import { challenge, firstStart, minimalEvent, writeFolder } from '../platform/event/write-folder.ts'

const run = promisify(execFile)
const flag = "flags: ['FLAG{x}']\n"

/** Loads an event of one challenge, in the folder `c`, after `prepare` has changed it. */
async function load(
  more: string,
  files: Record<string, string>,
  prepare: (folder: string) => Promise<unknown>,
) {
  const own = Object.entries(files).map(([name, text]) => [`c/${name}`, text])
  const root = await writeFolder({
    'event.yaml': minimalEvent,
    'c/challenge.yml': challenge(flag + more),
    ...Object.fromEntries(own),
  })
  await prepare(join(root, 'c'))
  const { event, warnings } = await loadEvent(root, { firstStart })
  const [found] = event.challenges
  return { root, challenge: found, warnings: warnings.map(({ message }) => message) }
}

async function contents(of: Parameters<typeof packed>[0] | undefined) {
  if (!of) throw new Error('the challenge was left out')
  return [...readZip(await packed(of))].map(([name, data]) => [name, data.toString()])
}

test('links in a folder that is handed out never lead out of the challenge', async () => {
  const { challenge, warnings } = await load(
    'files: [out]',
    { 'out/a.txt': 'a', 'out/deep/b.txt': 'b', 'kept.txt': 'within' },
    async folder => {
      await symlink('/etc', join(folder, 'out/etc'))
      await symlink('/etc/passwd', join(folder, 'out/deep/passwd'))
      await symlink('../../event.yaml', join(folder, 'out/event.yaml'))
      await symlink('../challenge.yml', join(folder, 'out/definition'))
      await symlink('..', join(folder, 'out/loop'))
      await symlink('nowhere', join(folder, 'out/gone'))
      await symlink('../kept.txt', join(folder, 'out/linked.txt'))
      await run('mkfifo', [join(folder, 'out/pipe')])
    },
  )
  expect(await contents(challenge)).toEqual([
    ['test-pilot/out/a.txt', 'a'],
    ['test-pilot/out/deep/b.txt', 'b'],
    ['test-pilot/out/linked.txt', 'within'],
  ])
  expect(warnings).toEqual([
    "'out/deep/passwd' is a link out of the challenge's folder; this file is left out",
    "'out/definition' is a link to a file of the organiser; this file is left out",
    "'out/etc' is a link out of the challenge's folder; this file is left out",
    "'out/event.yaml' is a link out of the challenge's folder; this file is left out",
    "'out/gone' is a link to nowhere; this file is left out",
    "'out/loop' is a link to a folder; this file is left out",
    "'out/pipe' is neither a file nor a folder; this file is left out",
  ])
})

test('the whole folder is handed out without definition and solutions', async () => {
  const { challenge, warnings } = await load(
    'files: [., challenge.yml, ../event.yaml]',
    { 'a.txt': 'a', 'solve.py': 's', 'deep/solution/steps': 's', '.env': 's', '.git/config': 's' },
    async () => {},
  )
  expect((await contents(challenge)).map(([, text]) => text)).toEqual(['a'])
  expect(warnings).toContain("'challenge.yml' holds the flags; this file is left out")
  expect(warnings).toContain(
    "'deep/solution' is the organiser's by its name; this file is left out",
  )
})

test('a file that became a link after the event was loaded is not sent', async () => {
  const { root, challenge } = await load('files: [out]', { 'out/a.txt': 'a' }, async () => {})
  const path = join(root, 'c/out/a.txt')
  await rm(path)
  await symlink('/etc/passwd', path)
  await expect(contents(challenge)).rejects.toThrow('is a link since the event was loaded')
})

test('so is one below a folder that became a link', async () => {
  const { root, challenge } = await load('files: [out]', { 'out/passwd': 'a' }, async () => {})
  await rm(join(root, 'c/out'), { recursive: true })
  await symlink('/etc', join(root, 'c/out'))
  await expect(contents(challenge)).rejects.toThrow('is a link since the event was loaded')
})

test('a Dockerfile is never built in a folder outside, however it is reached', async () => {
  const outside = await writeFolder({ Dockerfile: 'FROM scratch\nEXPOSE 1\n' })
  const { challenge, warnings } = await load(
    'environment: {build: link, ports: [80]}',
    {},
    folder => symlink(outside, join(folder, 'link')),
  )
  expect(challenge).toBeUndefined()
  expect(warnings).toContain("'link' is not a folder with a Dockerfile in it")
})

test('a build takes in neither the definition nor what links lead to', async () => {
  const folder = await writeFolder({
    Dockerfile: 'FROM scratch\n',
    'challenge.yml': flag,
    'src/main.c': '',
    'src/solve.py': '',
    'solution/steps': '',
  })
  await symlink('/etc', join(folder, 'etc'))
  await mkdir(join(folder, 'empty'))
  await writeFile(join(folder, 'src/.env'), 'SECRET=1')
  const { src } = await contextOf(folder)
  // `etc` goes in as a link, which leads to the /etc of the image.
  expect(src.toSorted()).toEqual(['Dockerfile', 'empty', 'etc', 'src/main.c'])
})
