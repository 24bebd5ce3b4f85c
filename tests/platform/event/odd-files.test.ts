import { execFileSync } from 'node:child_process'
import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadEvent } from '../../../platform/event/load.ts'
import { EventError } from '../../../platform/event/model.ts'
import { challenge, firstStart, minimalEvent, writeFolder } from './write-folder.ts'

/** Makes what nobody writes to: who reads it waits. */
const makePipe = (path: string) => execFileSync('mkfifo', [path])

/** The problems of an event, and its challenges; null: it is refused. */
async function load(root: string) {
  try {
    const { event, warnings } = await loadEvent(root, { firstStart })
    return { names: event.challenges.map(({ name }) => name), event, problems: warnings }
  } catch (error) {
    if (!(error instanceof EventError)) throw error
    return { names: null, event: null, problems: error.problems }
  }
}
const messagesOf = ({ problems }: Awaited<ReturnType<typeof load>>, root: string) =>
  problems.map(({ severity, file, message }) =>
    `${severity} ${file} ${message}`.replaceAll(root, ''),
  )

/** An event with one challenge that has these lines, and what `make` adds to its folder. */
async function eventWith(lines: string, make: (folder: string, root: string) => unknown) {
  const root = await writeFolder({
    'event.yaml': minimalEvent,
    'web/pilot/challenge.yml': challenge(`flags: ['FLAG{x}']\n${lines}`),
  })
  await make(join(root, 'web/pilot'), root)
  const loaded = await load(root)
  return { ...loaded, messages: messagesOf(loaded, root) }
}

test.each([
  ['a pipe', makePipe, 'is not a file'],
  ['a folder', mkdir, 'is not a file'],
  ['a link to itself', (path: string) => symlink('event.yaml', path), 'ELOOP'],
  ['a link to nowhere', (path: string) => symlink('nowhere', path), 'ENOENT'],
])(
  'event.yaml as %s is refused, and no event with defaults is opened to all',
  async (_, make, why) => {
    const root = await writeFolder({ 'web/pilot/challenge.yml': challenge("flags: ['FLAG{x}']") })
    await make(join(root, 'event.yaml'))
    const { names, problems } = await load(root)
    expect(names).toBe(null)
    expect(problems[0]).toMatchObject({ file: 'event.yaml', severity: 'error' })
    expect(problems[0]?.message).toContain(why)
  },
)

test.each([
  ['a pipe', makePipe],
  ['a folder', mkdir],
])('%s with the name of a challenge is named', async (_, make) => {
  const { names, messages } = await eventWith('', async folder => {
    await mkdir(join(folder, '../other'))
    await make(join(folder, '../other/challenge.yml'))
  })
  expect(names).toEqual(['Test Pilot'])
  expect(messages).toEqual(['warning web/other/challenge.yml is not a file; it is skipped'])
})

test('a half-written challenge is not taken for a whole one, which is not hidden', async () => {
  const text = challenge(`flags: ['FLAG{x}']\nattribution: ${'x'.repeat(4096)}\nstate: hidden\n`)
  const write = (part: string) =>
    eventWith('', folder => writeFile(join(folder, 'challenge.yml'), part))
  const half = await write(text.slice(0, 4096))
  expect(half.names).toEqual([])
  expect(half.messages.join()).toContain('if it is half written, write it again')
  expect((await write(text)).event?.challenges).toMatchObject([{ isHidden: true }])
  const whole = await write(`${text.slice(0, 4095)}\n`)
  expect(whole.names).toHaveLength(1)
  const lastLineIsOpen = await write(text.slice(0, 4095))
  expect(lastLineIsOpen.names).toHaveLength(1)
})

test.each([
  'state: hidden\nstate: visible',
  'requirements: []\n"requirements": [Other]',
  "hints: [{ content: a, cost: 5, 'cost': 0 }]",
])('a challenge is left out if what hides it stands twice: %j', async fields => {
  const { names, messages } = await eventWith(fields, async () => {})
  expect(names).toEqual([])
  expect(messages.join()).toMatch(
    /left out .* this field stands twice; remove the one that is wrong/,
  )
})

test('what is no file is not handed out, and is named', async () => {
  const { event, messages } = await eventWith('files: [a, d]', async folder => {
    await mkdir(join(folder, 'd'))
    for (const name of ['a', 'b', 'd/c']) makePipe(join(folder, name))
    await symlink('../b', join(folder, 'd/link'))
    await writeFile(join(folder, 'd/x.txt'), 'x')
  })
  expect(event?.challenges[0]?.files.map(({ name }) => name)).toEqual(['d/x.txt'])
  expect(messages).toEqual([
    "warning web/pilot/challenge.yml 'a' is neither a file nor a folder; this file is left out",
    "warning web/pilot/challenge.yml 'd/c' is neither a file nor a folder; this file is left out",
    "warning web/pilot/challenge.yml 'd/link' is a link to what is no file; this file is left out",
  ])
})

test('a flag of rCTF that is in a pipe is not waited for', async () => {
  const root = await writeFolder({
    'event.yaml': minimalEvent,
    'web/pilot/challenge.yaml': 'name: x\ndescription: y\nflag:\n  file: ./flag.txt\n',
  })
  makePipe(join(root, 'web/pilot/flag.txt'))
  expect(messagesOf(await load(root), root)).toContain(
    'warning web/pilot/challenge.yaml flag: its file cannot be read',
  )
})

test('a challenge whose Dockerfile is too large to be read is left out, and the event is loaded', async () => {
  const { names, messages } = await eventWith('image: .', folder =>
    writeFile(join(folder, 'Dockerfile'), Buffer.alloc(5 * 2 ** 20, '#')),
  )
  expect(names).toEqual([])
  expect(messages).toEqual([
    'left out web/pilot/challenge.yml its Dockerfile cannot be read: is larger than 4 MB',
  ])
})

// Nothing is closed to root.
const isRoot = process.getuid?.() === 0

test.skipIf(isRoot)('what this user may not read is named, and ends no start', async () => {
  const close = async (path: string) => {
    await writeFile(path, 'FROM x\nEXPOSE 80\n')
    await chmod(path, 0)
  }
  const image = await eventWith('image: .', folder => close(join(folder, 'Dockerfile')))
  expect(image.messages[0]).toMatch(/^left out web\/pilot\S+ its Dockerfile cannot be read: EACCES/)
  const handout = await eventWith('files: [a]', folder => close(join(folder, 'a')))
  expect(handout.messages[0]).toMatch(/'a' cannot be read; this file is left out$/)
  const logo = await eventWith('', async (_, root) => {
    await writeFile(join(root, 'event.yaml'), `${minimalEvent}logo: l.png\n`)
    await close(join(root, 'l.png'))
  })
  expect(logo.messages[0]).toMatch(/^error event.yaml 'l.png' cannot be read: EACCES/)
})
