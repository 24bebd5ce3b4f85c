import { execFile } from 'node:child_process'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { flagVariables } from '../../../platform/event/flags.ts'
import { loadEvent } from '../../../platform/event/load.ts'
import { startService } from './service.ts'
import { challenge, firstStart, minimalEvent, writeFolder } from './write-folder.ts'

const script = join(import.meta.dirname, '../../../scripts/event.ts')

async function event(folder: string, ...words: string[]) {
  const options = { cwd: folder, env: { ...process.env, INIT_CWD: folder } }
  const run = promisify(execFile)(process.execPath, [script, ...words], options)
  const { code = 0, stdout, stderr } = await run.catch(error => error)
  return { code, stdout, stderr }
}

test('check prints what participants will see, then what has no effect', async () => {
  const folder = await writeFolder({
    'event.yaml': `${minimalEvent}teamMode: true\nteamSize: 3\n`,
    'pilot/challenge.yml': challenge(
      'flags: [x]\nnext: Later\nenvironment: { command: node s.ts, ports: [80] }',
    ),
    'pilot/s.ts': '',
    'later/challenge.yml': challenge('flags: [x]\nstate: hidden').replace('Pilot', 'Later'),
  })
  const { code, stdout } = await event(folder, 'check', '.')
  const lines = stdout.split('\n')
  expect(code).toBe(0)
  expect(lines[0]).toMatch(/^Test: \d{4}-\d\d-\d\dT\d\d:\d\dZ to .*Z, post play to .*Z$/)
  expect(lines.slice(1)).toEqual([
    'flags FLAG{…}, teams of 3, score groups Everyone',
    '',
    'Category  Challenge   Points  Flags     Files  Environment',
    '────────  ──────────  ──────  ────────  ─────  ───────────────────  ──────',
    'Web       Test Pilot  100     1 static  –      node s.ts (http 80)',
    'Web       Test Later                                                hidden',
    '',
    'Warnings (1)',
    'pilot/challenge.yml:7: next: has no effect: no challenge is recommended after another',
    '',
  ])
})

test('check warns of an event without a challenge, and of files that may be meant as one', async () => {
  const files = ['Challenge.yml', 'challenge.yml.txt', 'challenge.json', 'chall.yaml', 'problem.md']
  const folder = await writeFolder({
    'event.yaml': minimalEvent,
    ...Object.fromEntries(files.map((name, at) => [`${at}/${name}`, challenge('flags: [x]')])),
  })
  const warning = 'event.yaml: has no challenge below it: each is a folder with a challenge.yml'
  const { stdout } = await event(folder, 'check', '.')
  const lines = stdout.split('\n')
  expect(lines).toContain(warning)
  for (const [at, name] of files.entries())
    expect(lines).toContain(
      `${at}/${name}: is not read: the file of a challenge is called challenge.yml`,
    )
  // These belong to a challenge's source.
  await writeFile(join(folder, '0/challenge.yml'), challenge('flags: [x]'))
  await mkdir(join(folder, '0/app'))
  await writeFile(join(folder, '0/app/challenge.json'), '{}')
  const { stdout: later } = await event(folder, 'check', '.')
  expect(later).not.toContain(warning)
  expect(later).not.toMatch(/^0\/.* is not read/m)
})

test('check prints wide names in columns, and no character that changes a terminal', async () => {
  const folder = await writeFolder({
    'event.yaml': minimalEvent,
    'a/challenge.yml': challenge('flags: [x]\nfiles: ["no\\e[2J"]').replace('Web', '密码'),
    'b/challenge.yml': challenge('flags: [x]\nimage: "x\\e]0;y"'),
  })
  const { stdout } = await event(folder, 'check', '.')
  expect(stdout).not.toContain('\u001b')
  expect(stdout).toContain("files[0]: 'no\\u001b[2J' does not exist; this file is left out")
  expect(stdout.split('\n')).toContain('密码      Test Pilot  100     1 static  –      –')
})

test('check warns of an event that is over, and names the time that ended it', async () => {
  const folder = await writeFolder({ 'pilot/challenge.yml': challenge('flags: [x]') })
  const warned = async (times: string) => {
    await writeFile(join(folder, 'event.yaml'), `name: Test\nstart: 2020-01-01T09:00:00Z\n${times}`)
    const { code, stdout } = await event(folder, 'check', '.')
    expect(code).toBe(0)
    return stdout.split('Warnings (1)\n')[1]
  }
  expect(await warned('end: start + 1d\npostPlayEnd: 2100-01-01T00:00:00Z')).toBe(
    'event.yaml: end: the event ended at 2020-01-02T09:00Z, so flags give no points; if this is a mistake, change the times\n',
  )
  expect(await warned('end: start + 1d\npostPlayEnd: end + 1d')).toBe(
    'event.yaml: postPlayEnd: the event ended at 2020-01-02T09:00Z and post play at 2020-01-03T09:00Z, so nobody can play; if this is a mistake, change the times\n',
  )
  expect(await warned('end: 2100-01-01T00:00:00Z')).toBe(undefined)
})

test('check fails where a challenge would be missing', async () => {
  const folder = await writeFolder({
    'event.yaml': minimalEvent,
    'pilot/challenge.yml': challenge('flags: []'),
  })
  const { code, stdout } = await event(folder, 'check', folder)
  expect(code).toBe(1)
  expect(stdout).toContain('Left out (1)\npilot/challenge.yml:6: flags: has no flag')
})

test('check fails with each mistake of event.yaml on a line', async () => {
  const folder = await writeFolder({ 'event.yaml': 'start: first start\nend: never' })
  expect(await event(folder, 'check', folder)).toEqual({
    code: 1,
    stdout:
      "Errors (2)\nevent.yaml:1: name: is missing\nevent.yaml:2: end: 'never' is not a time; write it like 2026-05-01T09:00:00Z or like 'first start + 2d'\n",
    stderr: '',
  })
})

test('new writes an event that checks without a word, and whose service gives its flag', async () => {
  const folder = await writeFolder({})
  expect(await event(folder, 'new', 'spring')).toEqual({
    code: 0,
    stdout: `Wrote an example event to spring. What next:
  npm run event -- check spring
  npm start -- --event spring --data spring-data
`,
    stderr: '',
  })
  const spring = join(folder, 'spring')
  const { code, stdout } = await event(folder, 'check', 'spring')
  expect({ code, warns: stdout.includes('Warnings') }).toEqual({ code: 0, warns: false })

  const loaded = await loadEvent(spring, { firstStart })
  const { name, flagPrefix: prefix, challenges } = loaded.event
  expect([name, ...challenges.map(one => one.name)]).toEqual(['spring', 'Guest Book', 'Torn Note'])
  const [guestBook] = challenges
  if (!guestBook) throw new Error('no guest book')
  const variables = flagVariables(guestBook, { secret: 's', prefix, accountId: 'alice' })
  const [endpoint] = await startService(guestBook, variables)
  const response = await fetch(`http://127.0.0.1:${endpoint?.port}/?entry=1`)
  expect(await response.text()).toContain(variables.FLAG)
})

test('new says how to start the event of this folder, and of one with a space in its name', async () => {
  const folder = await writeFolder({})
  const here = await event(folder, 'new', '.')
  expect(here.stdout).toContain(`--event . --data ../${basename(folder)}-data\n`)
  const { stdout } = await event(await writeFolder({}), 'new', "Ada's event")
  expect(stdout).toContain(String.raw`--event 'Ada'\''s event' --data 'Ada'\''s event-data'`)
})

test('new leaves a folder alone that has something in it', async () => {
  const folder = await writeFolder({ 'precious.txt': '' })
  expect(await event(folder, 'new', '.')).toEqual({
    code: 1,
    stdout: '',
    stderr: `${folder} is not empty; name a folder that is new or empty\n`,
  })
})

test.runIf(process.platform === 'linux')(
  'new ends where no folder can be made, instead of trying for ever',
  async () => {
    const folder = await writeFolder({})
    expect(await event(folder, 'new', '/proc/guidon')).toEqual({
      code: 1,
      stdout: '',
      stderr: '/proc/guidon is not there\n',
    })
  },
)

test.each<[words: string[]]>([[['check', '']], [['check', '.', '--against', '']], [['new', '']]])(
  'an empty path does not mean the folder of the shell, since a variable may be unset: %j',
  async words => {
    const folder = await writeFolder({})
    expect(await event(folder, ...words)).toEqual({
      code: 1,
      stdout: '',
      stderr: 'a path is empty: name the file or the folder\n',
    })
    expect(await readdir(folder)).toEqual([])
  },
)

test.each<[words: string[], error: string]>([
  [[], 'Usage: npm run event -- '],
  [['nope'], "error: unknown command 'nope'"],
  [['check'], "error: missing required argument 'folder'"],
  [['check', 'a', 'b'], "error: too many arguments for 'check'"],
  [['check', 'a', '--jason'], "error: unknown option '--jason'\n(Did you mean --json?)"],
  [['new', 'a', '--json'], "error: unknown option '--json'"],
  [['reload', 'a'], "error: too many arguments for 'reload'"],
])('%j is answered with what is wrong, and where to read how it is right', async (words, error) => {
  const { code, stdout, stderr } = await event(import.meta.dirname, ...words)
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr.slice(0, error.length)).toBe(error)
  if (words.length > 0) expect(stderr).toContain('\n(--help explains it)\n')
})
