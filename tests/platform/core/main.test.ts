import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { runPlatform } from '../../support/servers/run-platform.ts'
import { watchStart } from '../../support/servers/watch-start.ts'
import { type DataFolder, makeDataFolder } from './data-folder.ts'
import { writeEvent } from './events.ts'
import { createBrowser, signIn } from './sign-in-browser.ts'

const patient = { timeout: 60_000 }
let data: DataFolder
let event: string
let children: ChildProcess[] = []

async function makeFolders() {
  data = await makeDataFolder()
  const now = Date.now()
  const at = (hours: number) => new Date(now + hours * 3_600_000).toISOString()
  const times = { start: at(-1), end: at(1), postPlayEnd: at(2) }
  event = await writeEvent({ ...times, teamMode: false, scoreGroups: [{ name: 'Open' }] })
}
async function removeFolders() {
  for (const child of children) child.kill('SIGKILL')
  children = []
  await data.remove()
  await rm(event, { recursive: true, force: true })
}

const run = (...args: string[]) => start(args)
function start(args: string[], how: Parameters<typeof runPlatform>[1] = {}) {
  const started = runPlatform([...data.args, '--event', event, ...args], how)
  children.push(started.child)
  return started
}

async function callerAt(origin: string) {
  const { access_token } = await signIn(createBrowser(), origin, 'alice', 'demo')
  return async (method: string, path: string, body?: unknown) => {
    const response = await fetch(origin + path, {
      method,
      headers: { authorization: `Bearer ${access_token}` },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return text ? JSON.parse(text) : response.status
  }
}

const answers = (port: number) =>
  new Promise<boolean>(resolve => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    }).on('error', () => resolve(false))
  })

const bound = '/v1/challenges/bound/instance?category=net'
async function startEnvironment(call: Awaited<ReturnType<typeof callerAt>>): Promise<number> {
  await call('PUT', bound)
  for (;;) {
    const instance = await call('GET', bound)
    if (instance.state === 'running') return instance.exposedEndpoints[0].port
    await new Promise(resolve => setTimeout(resolve, 50))
  }
}

test('a killed platform comes back with every accepted flag and without its environments', async () => {
  onTestFinished(removeFolders)
  await makeFolders()
  const first = run('--environments', 'auto')
  const call = await callerAt(await first.ready)
  await call('POST', '/v1/score_groups/select', { scoreGroup: 'open' })
  const solve = '/v1/challenges/plain/solve?category=misc'
  const port = await startEnvironment(call)
  expect(await answers(port)).toBe(true)
  expect(await call('POST', solve, { flag: 'TEST{plain}' })).toEqual({ status: 1 })
  first.child.kill('SIGKILL')
  await first.ended

  const second = run()
  const again = await callerAt(await second.ready)
  expect(await again('POST', solve, { flag: 'TEST{plain}' })).toEqual({ status: 3 })
  const stats = await again('GET', '/v1/user/stats')
  expect(stats.score.points).toBe(100)
  expect(stats.runningChallenges.running).toEqual([])
  expect((await again('GET', bound)).state).toBe('not-running')
  await expect.poll(() => answers(port)).toBe(false)
})

test('a platform starts, with its desktops, where there is no folder for temporary files', async () => {
  await makeFolders()
  onTestFinished(removeFolders)
  const { ready, errors } = start([], { around: ['env', 'TMPDIR=/nonexistent'] })
  await ready
  expect(errors()).not.toContain('/nonexistent')
})

test('an event that is over says so at the start', async () => {
  onTestFinished(removeFolders)
  await makeFolders()
  const times = 'name: Past\nstart: 2020-01-01T09:00:00Z\nend: start + 1d\n'
  await writeFile(join(event, 'event.yaml'), times)
  const past = run()
  await past.ready
  expect(past.output()).toMatch(
    /, until 2020-01-02T09:00Z\n +the event ended at 2020-01-02T09:00Z and post play at 2020-01-02T09:00Z, so nobody can play/,
  )
})

test('a VPN that nobody can connect to is named at the start', async () => {
  onTestFinished(removeFolders)
  await makeFolders()
  const times = 'name: Tunnel\nstart: first start\nend: start + 1d\n'
  const outputOf = async (vpn: string) => {
    await writeFile(join(event, 'event.yaml'), `${times}${vpn}`)
    const platform = run()
    await platform.ready
    platform.child.kill('SIGINT')
    await platform.ended
    return platform.output()
  }
  expect(await outputOf('')).toContain('vpn            nobody can connect: name an interface')
  for (const vpn of ['vpn: { enabled: false }', 'vpn: { interface: wg0 }'])
    expect(await outputOf(vpn)).not.toContain('nobody can connect')
})

test('behind a proxy that speaks HTTPS, browsers are told to use nothing else', async () => {
  onTestFinished(removeFolders)
  await makeFolders()
  const behind = run('--origin', 'https://ctf.example.org')
  expect(await behind.ready).toBe('https://ctf.example.org')
  const [, listening = ''] = /listens on +(\S+)/.exec(behind.output()) ?? []
  const { headers } = await fetch(`${listening}/v1/health`)
  expect(headers.get('strict-transport-security')).toBe('max-age=63072000')
})

/** Without the capability to listen on ports below 1024, in a network of its own, which has the kernel's own limit. */
const unprivileged = [
  ...['unshare', '-rn', 'setpriv', '--bounding-set', '-all', '--inh-caps', '-all'],
]
test.skipIf(spawnSync(unprivileged[0] ?? '', [...unprivileged.slice(1), 'true']).status !== 0)(
  'a port that this user may not have is reported in one line',
  async () => {
    onTestFinished(removeFolders)
    await makeFolders()
    const refused = start(['--host', '0.0.0.0', '--port', '80'], { around: unprivileged })
    expect(await refused.ended).toEqual({
      code: 1,
      out: '',
      err: 'this user may not listen on port 80 of 0.0.0.0: choose another with --port, or give the process CAP_NET_BIND_SERVICE\n',
    })
  },
)

test('a start that is refused counts the mistakes of event.yaml only', async () => {
  onTestFinished(removeFolders)
  await makeFolders()
  await writeFile(join(event, 'misc/plain/challenge.yml'), 'name: Plain\ncategory: Misc')
  await writeFile(
    join(event, 'event.yaml'),
    'name: A\nstart: soon\nend: later\nteamMode: 3\nflagPrefix: a b',
  )
  expect(await run().ended).toMatchObject({
    code: 1,
    err: `the event in ${event} cannot be read: event.yaml:2: start: 'soon' is not a time; write it like 2026-05-01T09:00:00Z or like 'first start + 2d' (and 3 more)\n`,
  })
})

describe('with one pair of folders', () => {
  beforeAll(makeFolders)
  afterAll(removeFolders)

  /** The platform of the following tests, until Ctrl-C. */
  let running: ReturnType<typeof run>

  test('SIGHUP during the start does not end it', async () => {
    running = start(['--log-level', 'info'], { isFromSources: true })
    const { child, ready, ended, errors } = running
    const isStarting = new Promise<void>(resolve => {
      const poll = setInterval(() => {
        // The platform has locked the data folder, and does not answer yet.
        if (!existsSync(join(data.path, 'lock'))) return
        clearInterval(poll)
        resolve()
      }, 5)
    })
    await Promise.race([isStarting, ended])
    child.kill('SIGHUP')
    await ready
    await expect.poll(errors).toContain('the event was read again')
    await expect.poll(running.output).toMatch(/, until \d{4}-\d\d-\d\dT\d\d:\d\dZ\n +environments /)
  })

  test('a port or a data folder in use is reported in one line', async () => {
    const { port } = new URL(await running.ready)
    const samePort = await run('--port', port).ended
    expect(samePort).toEqual({
      code: 1,
      out: '',
      err: `port ${port} of 127.0.0.1 is taken: choose another with --port\n`,
    })
    const sameData = await run().ended
    expect(sameData.code).toBe(1)
    expect(sameData.err).toBe(
      `the data folder ${data.path} is in use by the process ${running.child.pid}: stop it, or choose another folder with --data\n`,
    )
  })

  test('SIGHUP reads the event again, and keeps it when it is broken', async () => {
    const { child, ready } = running
    const origin = await ready
    const prefix = async () =>
      ((await (await fetch(`${origin}/v1/metadata`)).json()) as { flagPrefix: string }).flagPrefix
    const before = await readFile(join(event, 'event.yaml'), 'utf8')
    const write = (text: string) => writeFile(join(event, 'event.yaml'), text)
    const times = 'start: 2026-01-01T00:00:00Z\nend: 2036-01-01T00:00:00Z\n'
    expect(await prefix()).toBe('TEST')
    await write(`name: Again\n${times}flagPrefix: NEW\n`)
    child.kill('SIGHUP')
    await expect.poll(prefix).toBe('NEW')
    await write('name: [')
    child.kill('SIGHUP')
    await write(`name: Third\n${times}flagPrefix: THIRD\n`)
    child.kill('SIGHUP')
    await expect.poll(prefix).toBe('THIRD')
    await write(before)
    child.kill('SIGHUP')
    await expect.poll(prefix).toBe('TEST')
  })

  test('npm start names the process that reads the event again by SIGHUP', async () => {
    const folder = await makeDataFolder()
    const args = ['--port', '0', '--environments', 'process', '--log-level', 'info']
    const npm = spawn(
      'npm',
      // Without the set-up script, which may build.
      ['start', '--ignore-scripts', '--', ...folder.args, '--event', event, ...args],
      { stdio: ['ignore', 'pipe', 'pipe'] },
    )
    const { ready, ended, output, errors } = watchStart(npm)
    await ready
    // A command that is copied from there finds this platform.
    expect(output()).toContain(` reload --data ${folder.path}, or kill`)
    const pid = Number(/reload .*kill -HUP (\d+)/.exec(output())?.[1])
    process.kill(pid, 'SIGHUP')
    await expect.poll(errors, patient).toContain('the event was read again')
    npm.kill('SIGTERM')
    await ended
    expect(() => process.kill(pid, 0)).toThrow('ESRCH')
    await folder.remove()
  })

  test('Ctrl-C ends it and every environment', async () => {
    const { child, ready, ended } = running
    const call = await callerAt(await ready)
    await call('POST', '/v1/score_groups/select', { scoreGroup: 'open' })
    const port = await startEnvironment(call)
    child.kill('SIGINT')
    expect((await ended).code).toBe(0)
    expect(await answers(port)).toBe(false)
  })

  test.each([
    [['--port', 'many'], /^--port many: give a number from 0 to 65535\n$/],
    [['--bogus'], /^Unknown option '--bogus': see --help\n$/],
    [['--service-worker', 'no'], /^--service-worker no: give on or off\n$/],
    [['--event', '/nowhere'], /^the event in \/nowhere cannot be read: .+\n$/],
    [['--origin', 'ctf'], /^--origin ctf: give an address like https:\/\/ctf\.example\.org\n$/],
    [
      ['--oidc-client-id', 'x'],
      /^--oidc-issuer-url and --oidc-client-id belong together: give both\n$/,
    ],
    [
      ['--oidc-issuer-url', 'http://127.0.0.1:9', '--oidc-client-id', 'x'],
      /^no OpenID issuer at .+\n$/,
    ],
    [
      ['--database-url', 'postgres://127.0.0.1:9/x'],
      /^the database at DATABASE_URL cannot be opened: .+\n$/,
    ],
    [
      ['--database-url', 'postgres://guidon:p/w@127.0.0.1:9/x'],
      /^the database at DATABASE_URL cannot be opened: .+: see that the host in --database-url is right, and write @ .+\n$/,
    ],
  ])('%j ends with one line that says what to do', async (args, line) => {
    const { code, out, err } = await run(...args).ended
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toMatch(line)
  })
})
