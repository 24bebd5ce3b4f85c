import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmod,
  chown,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { askForEvent } from '../../../platform/organiser/ask.ts'
import { openOrganiser } from '../../../platform/organiser/open.ts'
import { printable, printableJson } from '../../../platform/terminal/printable.ts'
import { createSession } from '../../../scripts/organise/session.ts'
import { resolveTime } from '../../../scripts/organise/times.ts'
import { canMount } from '../../support/programs.ts'
import { listen } from '../../support/servers/listen.ts'
import { runPlatform } from '../../support/servers/run-platform.ts'
import { shortLived } from '../../support/short-lived.ts'
import { bundled } from '../bundled.ts'
import { fillDataFolder } from '../test-database.ts'
import { files } from './organised.ts'

const script = await bundled('organise')
const settings = { name: 'Fair', start: 'first start', end: 'start + 1d' }

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guidon-organise-'))
  for (const [path, text] of Object.entries(files(settings))) {
    await mkdir(join(folder, path, '..'), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  await fillDataFolder(join(folder, 'data'))
})
afterAll(() => rm(folder, { recursive: true }))

async function organise(...words: string[]) {
  const env = { ...process.env, INIT_CWD: folder, DATABASE_URL: '', SUDO_USER: 'olga' }
  const run = promisify(execFile)(process.execPath, [...shortLived, script, ...words], { env })
  run.child.stdin?.end()
  const { code = 0, stdout, stderr } = await run.catch(error => error)
  return { code, stdout, stderr }
}
/** What a command shows. It runs in this process. */
async function see(command: string) {
  const organiser = await openOrganiser({ dataFolder: join(folder, 'data') })
  const answer = await organiser.run({ command, input: {}, who: 'tester' })
  await organiser.close()
  if (answer.kind !== 'seen') throw new Error(`${command} shows nothing`)
  return JSON.parse(JSON.stringify(answer.data))
}
const hidden = async () =>
  (await see('status')).challenges
    .filter(({ isHidden }: { isHidden: boolean }) => isHidden)
    .map(({ challenge }: { challenge: string }) => challenge)

test('commands reach a platform that runs, and one that is stopped; each is in the log', async () => {
  const platform = runPlatform(['--event', folder, '--data', join(folder, 'data')], {
    // Its data is in the folder, even if other tests use a server.
    around: ['env', '-u', 'DATABASE_URL'],
  })
  onTestFinished(() => void platform.child.kill('SIGKILL'))
  await platform.ready
  expect((await stat(join(folder, 'data/organiser.sock'))).mode & 0o777).toBe(0o600)
  expect(await organise('hide', 'web/one', '--data', 'data', '--yes')).toEqual({
    code: 0,
    stdout:
      '~ web/one  shown → hidden\n  note: web/two does not require web/one while that is hidden\nDone.\n',
    stderr: '',
  })
  expect(await organise('hide', 'web/two', '--data', 'data', '--dry-run')).toMatchObject({
    code: 0,
  })
  expect(await organise('hide', 'web/two', '--data', 'data')).toMatchObject({
    code: 1,
    stderr: 'Nothing was done: say --yes, or --dry-run to only look.\n',
  })
  expect(await hidden()).toEqual(['web/one'])
  expect((await organise('board', '--data', 'data')).stdout).toMatch(/^Rank +Everyone +Points/)
  platform.child.kill('SIGTERM')
  await platform.ended

  expect(await organise('release', 'web/one', '--data', 'data', '--yes')).toMatchObject({ code: 0 })
  expect(await organise('release', 'web/one', '--data', 'data', '--yes')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Nothing changes: it is so already/),
  })
  expect(await hidden()).toEqual([])
  const log = await see('log')
  const done = log.map(({ command, who }: { command: string; who: string }) => [command, who])
  // Who became another user is meant, too.
  const who = `${userInfo().username} (olga)`
  expect(done).toEqual([
    ['release', who],
    ['hide', who],
  ])
})

test('a database that a command names comes before a folder that it names, and both before the environment', () => {
  vi.stubEnv('DATABASE_URL', 'postgres://env/db')
  onTestFinished(() => void vi.unstubAllEnvs())
  const databaseFor = (options: { data?: string; databaseUrl?: string }) =>
    createSession(() => options).location().databaseUrl
  const named = 'postgresql://named/db'
  expect(databaseFor({})).toBe('postgres://env/db')
  expect(databaseFor({ data: 'data' })).toBe(undefined)
  expect(databaseFor({ data: 'data', databaseUrl: named })).toBe(named)
  expect(() => databaseFor({ databaseUrl: 'mysql://named/db' })).toThrow('--database-url: must be')
})

test('watch draws until it is interrupted, and leaves the folder free', async () => {
  const env = { ...process.env, INIT_CWD: folder, DATABASE_URL: '' }
  const words = ['watch', 'status', '--every', '0.5', '--data', 'data']
  const child = spawn(process.execPath, [...shortLived, script, ...words], { env })
  onTestFinished(() => void child.kill('SIGKILL'))
  let drawn = ''
  for await (const part of child.stdout) {
    drawn += part
    if (drawn.split('web/one').length > 2) child.kill('SIGINT')
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  expect([child.exitCode, child.signalCode]).toEqual([0, null])
  expect(await organise('watch', 'bored', '--data', 'data')).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^there is no view 'bored'; known are status, people, /),
  })
  const { code, stdout } = await organise('status', '--data', 'data', '--json')
  expect(code).toBe(0)
  expect(JSON.parse(stdout).challenges).toHaveLength(3)
})

test('results of a stopped platform are exported', async () => {
  expect((await organise('export', 'results', '--data', 'data')).stdout).toMatch(/^board.csv +0$/m)
  expect((await readdir(join(folder, 'results'))).sort()).toContain('ctftime-everyone.json')
})

test('people are imported into a stopped platform; a file that cannot be is refused by its lines', async () => {
  await writeFile(join(folder, 'people.csv'), 'name\nanna\n')
  const importing = (...words: string[]) =>
    organise(
      ...['import', 'people.csv', '--origin', 'https://play.example.org'],
      ...['--data', 'data', '--yes', '--links', ...words],
    )
  expect(await importing('links.csv')).toEqual({
    code: 0,
    stdout: `+ new accounts  1: anna
  note: 1 account without a score group: they choose it
Done.
`,
    stderr: '',
  })
  expect(await readFile(join(folder, 'links.csv'), 'utf8')).toMatch(
    /^\ufeffname,link\r\n"anna",https:\/\/play\.example\.org\/oidc\/password\?user=anna&key=[\w-]{22}\r\n$/,
  )
  expect(await importing('second.csv')).toMatchObject({
    code: 1,
    stderr: "line 2: there is an account 'anna', or one that looks like it\nnothing was done\n",
  })
  await writeFile(
    join(folder, 'people.csv'),
    'name,password\nben,password\nanna,a fine password\ncleo,\n',
  )
  expect(await organise('import', 'people.csv', '--data', 'data', '--yes')).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /^line 2: This password is too easy .*\nline 3: there is an account 'anna'.*\nnothing was done\n$/,
    ),
  })
  expect(await readdir(folder)).not.toContain('second.csv')
})

test.skipIf(!canMount())('a command that finds the disk full leaves no file on it', async () => {
  const full = join(folder, 'full')
  await mkdir(full)
  const many = Array.from({ length: 200 }, (_, index) => `many${index}`)
  await writeFile(join(folder, 'many.csv'), ['name', ...many].join('\n'))
  const steps = `mount -t tmpfs -o size=8k none "$1"
    "$0" "$2" import many.csv --links "$1/links.csv" --origin https://play.example.org --data data --yes
    "$0" "$2" export "$1/results" --data data
    ls -R "$1"`
  const env = { ...process.env, INIT_CWD: folder, DATABASE_URL: '' }
  const words = ['-rm', 'sh', '-c', steps, process.execPath, full, script]
  const { stdout, stderr } = await promisify(execFile)('unshare', words, { env })
  const advice = 'has no room left on its disk: make room, or name another place'
  expect(stderr).toBe(`${full}/links.csv ${advice}\n${full}/results ${advice}\n`)
  expect(stdout).toBe(`${full}:\nresults\n\n${full}/results:\n`)
})

test('texts that are missing are named as the options that give them', async () => {
  const announce = ['announce', '--data', join(folder, 'data'), '--yes']
  const missing = async (...words: string[]) => (await organise(...words)).stderr
  expect(await missing(...announce)).toContain('--title is missing')
  expect(await missing(...announce, '--title', 'Hello')).toContain('--text is missing')
  const award = ['award', 'ann', '5', '--data', join(folder, 'data'), '--yes']
  expect(await missing(...award)).toContain('--reason is missing')
})

test('an event is not made shorter, and the message says how to end it earlier', async () => {
  const shorter = await organise('extend', '-5m', '--data', 'data', '--yes')
  expect(shorter).toEqual({
    code: 1,
    stdout: '',
    stderr:
      "extend cannot make an event shorter: change 'end' in event.yaml, then 'npm run event -- reload'\n",
  })
  expect(await organise('extend', '--fast', '--data', 'data', '--yes')).toMatchObject({
    code: 1,
    stderr: "extend has no option '--fast'\n",
  })
  expect(await organise('extend', '5m', '--data', 'data', '--dry-run')).toMatchObject({ code: 0 })
})

test('a time by which nothing can be extended is named as it was typed, with what to type', async () => {
  const refused = async (...words: string[]) => (await organise('extend', ...words)).stderr
  expect(await refused('2')).toBe(
    "extend: '2' is not a duration; write it like 30s, 45m, '1h 30m' or '2 days'\n",
  )
  expect(await refused('0m')).toBe("extend: '0m' is nothing; write it like 30m or '1h 30m'\n")
  expect(await refused('1h', '30m')).toBe("extend takes one duration: write '1h 30m'\n")
  expect(await refused()).toContain("missing required argument 'duration'")
})

test('without a platform or a database, it says what to name', async () => {
  expect(await organise('status', '--data', 'none')).toEqual({
    code: 1,
    stdout: '',
    stderr: `there is no database in ${join(folder, 'none')}: name the data folder with --data, or PostgreSQL with --database-url\n`,
  })
  expect(await organise('status', '--database-url', 'postgres://127.0.0.1:1/none')).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^the database cannot be opened: /),
  })
})

test('wrong words are named, with what to write instead', async () => {
  const stderr = async (...words: string[]) => (await organise(...words)).stderr
  expect(await stderr('status', '--data', '')).toBe(
    '--data is empty: name the data folder of the platform\n',
  )
  expect(await stderr('status', '--database-url', 'nowhere')).toBe(
    '--database-url: must be like postgres://user:password@host/database\n',
  )
  expect(await stderr('credit', '7', 'abc', '--data', 'data')).toBe(
    "'abc' is not the id of a wrong flag; 'wrong' shows them\n",
  )
  const against = 'http://127.0.0.1:65530'
  await expect(askForEvent(against, '')).rejects.toThrow(/^http:.* does not answer: .*REFUSED/)
  await expect(askForEvent('http://', '')).rejects.toThrow('http:// is not an address')
})

test('an address that takes a request and never answers is not waited for', async () => {
  const server = createServer(() => {})
  onTestFinished(() => void server.close())
  const port = await listen(server)
  const after = AbortSignal.timeout.bind(AbortSignal)
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => after(50))
  onTestFinished(() => timeout.mockRestore())
  await expect(askForEvent(`http://127.0.0.1:${port}`, '')).rejects.toThrow(
    `http://127.0.0.1:${port} does not answer: The operation was aborted due to timeout`,
  )
})

test('a socket of another user gets no command', async ctx => {
  if (process.getuid?.() !== 0) return ctx.skip('only root may give a socket away')
  const data = join(folder, 'foreign')
  await mkdir(data, { mode: 0o700 })
  let bytes = 0
  const server = createServer(socket => {
    socket.on('data', part => {
      bytes += part.length
    })
  }).listen(join(data, 'organiser.sock'))
  onTestFinished(() => void server.close())
  await chown(join(data, 'organiser.sock'), 65534, 65534)
  await chmod(join(data, 'organiser.sock'), 0o777)
  const asked = ['announce', '--title', 'x', '--text', 'y', '--yes', '--data', 'foreign']
  expect(await organise(...asked)).toEqual({
    code: 1,
    stdout: '',
    stderr: `the data folder ${data} is of another user (65534): call it as that user\n`,
  })
  expect(bytes).toBe(0)
})

test('names of participants cannot change the terminal', () => {
  const name = 'a\u001b[2J\u202eb\u009b\u200bc\n\u{e0041}é😀'
  expect(printable(name)).toBe('a\\u001b[2J\\u202eb\\u009b\\u200bc\\u000a\\udb40\\udc41é😀')
  expect(JSON.parse(printableJson({ name }))).toEqual({ name })
  const raw = ['\u001b', '\u009b', '\u202e', '\u200b']
  for (const one of raw) expect(printableJson({ name })).not.toContain(one)
})

test('times are of the organiser, and the next of their kind', () => {
  const now = new Date(2026, 4, 1, 13, 30)
  const at = (given: string) => resolveTime(given, now)
  expect(at('14:00')).toBe(new Date(2026, 4, 1, 14).toISOString())
  expect(at('9:05')).toBe(new Date(2026, 4, 2, 9, 5).toISOString())
  expect(at('2026-05-03 08:00')).toBe(new Date(2026, 4, 3, 8).toISOString())
  expect(at('+1h 30m')).toBe(new Date(2026, 4, 1, 15).toISOString())
  expect(at('end - 1h')).toBe('end - 1h')
  const unchanged = ['now', 'start', 'end-1h', '2026-05-01T09:00:00Z', '2026-05-01 09:00 +0200']
  for (const given of unchanged) expect(at(given)).toBe(given)
  for (const wrong of ['14:0', 'noon', '2026-05-01 9:00', 'ends'])
    expect(() => at(wrong)).toThrow(
      `'${wrong}' is not a time; write it like 14:00, '2026-05-01 14:00', 2026-05-01T09:00:00Z, +30m or 'end - 1h'`,
    )
  for (const wrong of ['25:00', '14:60', '2026-13-40 08:00', '2026-02-30 08:00', '+soon'])
    expect(() => at(wrong)).toThrow(RangeError)
})
