import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { ticketOf, view } from '../../platform/desktop/rfb.ts'
import { canRunDesktops, type LivePlatform, startLivePlatform } from './live-platform.ts'
import { haveEnded, type Process, processesOf } from './processes.ts'

let platform: LivePlatform
beforeAll(async () => {
  platform = await startLivePlatform()
})
afterAll(() => platform.close())

function kill(victim: Process | undefined, signal: NodeJS.Signals = 'SIGKILL'): Process {
  if (!victim) throw new Error('this part does not run')
  process.kill(victim.pid, signal)
  return victim
}

describe('of an environment', () => {
  test.each([
    ['the outer sandbox', /^bwrap .*relay\.mjs/, 'its sandbox ended'],
    ['the relay', /node.*relay\.mjs/, 'its sandbox ended'],
    ['the sandbox', /^bwrap --args/, 'it ended with exit code 137'],
    ['the service', /createServer/, 'it ended with exit code 137'],
  ])('%s is killed: all of it ends, with a reason, and starts again', async (_, part, reason) => {
    const { startEnvironment, stopEnvironment, instanceBecomes, log } = platform
    await startEnvironment()
    await instanceBecomes('running')
    const all = processesOf(platform.pid)
    const before = log().length
    kill(all.findLast(({ command }) => part.test(command)))
    await instanceBecomes('not-running')
    await haveEnded(all)
    const logged = () => log().slice(before)
    await expect.poll(logged).toContain('an environment ended by itself')
    await expect.poll(logged).toContain(reason)
    expect((await startEnvironment()).status).toBe(204)
    await instanceBecomes('running')
    await stopEnvironment()
    await instanceBecomes('not-running')
  })
})

describe.runIf(canRunDesktops)('of a desktop (needs Xvnc)', () => {
  beforeAll(async () => {
    await platform.call('POST', '/v1/user/flugzeug')
  })
  const find = (part: RegExp) => processesOf(platform.pid).find(({ command }) => part.test(command))
  const appears = (part: RegExp) => vi.waitUntil(() => find(part), 60_000)

  test.each([
    ['the display', /^Xvnc/],
    ['the sandbox', /^bwrap/],
    ['the script of the session', /^\/bin\/sh \/opt\/desktop\/session\.sh/],
  ])('%s is killed: all of it ends, with a reason, and starts again', async (_, part) => {
    const { origin, call, desktopBecomes, log } = platform
    const { url } = await desktopBecomes('running')
    const viewer = await view(origin, ticketOf(url))
    const all = processesOf(platform.pid)
    const before = log().length
    kill(await appears(part))
    expect(await viewer.closed).toBe(4410)
    expect((await desktopBecomes('error')).url).toBe(null)
    await haveEnded(all)
    await expect
      .poll(() => log().slice(before))
      .toMatch(/"status":"error","code":"ended","reason":"(exit code 137|SIGKILL)/)
    expect((await call('PUT', '/v1/user/flugzeug/start')).status).toBe(204)
    await desktopBecomes('running')
  })

  test.each([
    ['the window manager', 'SIGKILL', /^openbox/, true],
    ['the window manager', 'SIGTERM', /^openbox/, true],
    ['the terminal', 'SIGKILL', /^xterm/, false],
  ] as const)('%s is ended by %s: the desktop goes on', async (_, signal, part, comesBack) => {
    const { origin, desktopBecomes } = platform
    const { url } = await desktopBecomes('running')
    const viewer = await view(origin, ticketOf(url))
    await haveEnded([kill(await appears(part), signal)])
    if (comesBack) await appears(part)
    expect(await viewer.echo('still there')).toBe('still there')
    expect((await desktopBecomes('running', 'error')).status).toBe('running')
    await viewer.close()
  })
})
