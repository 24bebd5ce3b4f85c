import { access, mkdir, readdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { stringify } from 'yaml'
import { whyNotSandboxed } from '../../../../platform/desktop/processes/sandbox.ts'
import type { Endpoint, Flugzeug } from '../../../../src/api/contract.ts'
import { eventually } from '../../../support/eventually.ts'
import { writeEvent } from '../../core/events.ts'
import { type Caller, startPlatform, type TestOptions } from '../../start-platform.ts'
import { openDesktop } from '../terminal.ts'

const needed = ['Xvnc', 'openbox', 'xterm'].map(name => access(`/usr/bin/${name}`))
const reason = await Promise.all(needed).then(
  async () => (await whyNotSandboxed(tmpdir())).sandbox,
  () => 'needs Xvnc, openbox, xterm',
)

/** Longer than one script may take: a script that hangs must be the error, not the last answer before it. */
const afterScripts = { timeout: 150_000, interval: 50 }

/** @param program the code that Node runs */
const challenge = (program: string, port: object) => ({
  name: 'Own',
  category: 'Net',
  author: 'us',
  description: 'Look.',
  version: '0.1',
  state: 'visible',
  value: 50,
  flags: [{ type: 'bound', id: 'own' }],
  environment: { command: ['node', '-e', program], ports: [port] },
})

interface PlatformSettings {
  challenge: ReturnType<typeof challenge>
  options: TestOptions
}

/** A platform on which alice has a desktop, and alice and bob can start the environment of the challenge. */
async function openPlatform({ challenge, options }: PlatformSettings) {
  const day = 86_400_000
  const at = (days: number) => new Date(Date.now() + days * day).toISOString()
  const times = { start: at(-1), end: at(1), postPlayEnd: at(2) }
  const eventFolder = await writeEvent({ ...times, teamMode: false })
  await mkdir(join(eventFolder, 'net/own'), { recursive: true })
  await writeFile(join(eventFolder, 'net/own/challenge.yml'), stringify(challenge))
  const platform = await startPlatform({ eventFolder, listen: true, ...options })
  onTestFinished(() => platform.close())
  const path = '/v1/challenges/own/instance?category=net'

  /** Selects a group, and resolves with the address of the user's own environment. */
  const startOwn = async (call: Caller) => {
    await call('POST', '/v1/score_groups/select', { scoreGroup: 'open' })
    expect((await call('PUT', path)).status).toBe(204)
    return eventually(async () => {
      const [endpoint] = (await call('GET', path)).body.exposedEndpoints as Endpoint[]
      if (!endpoint) throw new Error('it does not run yet')
      return endpoint
    })
  }
  const [alice, bob] = [await platform.as('alice'), await platform.as('bob')]
  const [mine, theirs] = await Promise.all([startOwn(alice), startOwn(bob)])
  await alice('POST', '/v1/user/flugzeug')
  const url = await eventually(async () => {
    const { body } = await alice('GET', '/v1/user/flugzeug')
    if (!(body as Flugzeug).url) throw new Error('it does not run yet')
    return body.url as string
  })
  const folder = join(platform.dataFolder, 'desktops')
  const [id = ''] = await readdir(folder)
  const run = await openDesktop(platform.origin, url, join(folder, id, 'home'))
  return { platform, mine, theirs, run, end: () => alice('DELETE', path) }
}

test.skipIf(reason)(
  `a desktop reaches its own account's environment, no other's, and not the platform ${reason ?? ''}`,
  async () => {
    const program = "require('net').createServer(s => s.end('of ' + process.env.FLAG)).listen(7000)"
    // A name that only the desktop knows.
    const environmentsHost = 'play.invalid'
    const { platform, mine, theirs, run } = await openPlatform({
      challenge: challenge(program, { port: 7000 }),
      options: { environmentsHost },
    })
    expect(mine.ip).toBe(environmentsHost)
    const look = (port: number, ip = mine.ip) =>
      run(`timeout 30 bash -c 'exec 3<>/dev/tcp/${ip}/${port} && cat <&3'`)
    await vi.waitFor(async () => expect(await look(mine.port)).toContain('of TEST{'), afterScripts)
    expect(await look(theirs.port)).toContain('refused')
    expect(await look(platform.port, '127.0.0.1')).toContain('refused')
  },
)

test.skipIf(reason)(
  `a desktop finds the host names of its own account's environments, while they run ${reason ?? ''}`,
  async () => {
    const program =
      "require('http').createServer((_, a) => a.end('of ' + process.env.FLAG)).listen(7000)"
    const { platform, mine, theirs, run, end } = await openPlatform({
      challenge: challenge(program, { port: 7000, protocol: 'http' }),
      options: { environmentsDomain: 'play.invalid' },
    })
    expect(mine).toMatchObject({
      ip: expect.stringContaining('.play.invalid'),
      port: platform.port,
    })
    const ask = (name: string, host = name, path = '/') =>
      run(
        `timeout 30 bash -c 'exec 3<>/dev/tcp/${name}/${platform.port} && ` +
          `printf "GET ${path} HTTP/1.0\\r\\nHost: ${host}\\r\\n\\r\\n" >&3 && cat <&3'`,
      )
    await vi.waitFor(async () => expect(await ask(mine.ip)).toContain('of TEST{'), afterScripts)
    expect(await ask(theirs.ip)).toContain('in name resolution')
    // It is on the platform's host. Other programs there may read this address.
    expect(await ask(mine.ip, '127.0.0.1', '/metrics')).toContain('401 Unauthorized')
    await end()
    await vi.waitFor(
      async () => expect(await ask(mine.ip)).toContain('in name resolution'),
      afterScripts,
    )
  },
)
