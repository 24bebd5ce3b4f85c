import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { createBrowser, signIn } from '../../platform/core/browser.ts'
import { canRunDesktops, type LivePlatform, startLivePlatform } from './live-platform.ts'
import { haveEnded, processesOf } from './processes.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

const opened: LivePlatform[] = []
afterEach(async () => {
  for (const platform of opened.splice(0)) await platform.close()
})

async function open(folders?: LivePlatform): Promise<LivePlatform> {
  const platform = await startLivePlatform({ ...(folders && { folders }) })
  opened.push(platform)
  return platform
}

const isRunning = (platform: LivePlatform, part: RegExp) =>
  vi.waitUntil(() => processesOf(platform.pid).find(({ command }) => part.test(command)), {
    timeout: 20_000,
    interval: 5,
  })

/** What goes on when the signal comes; resolves in the midst of it. */
const moments: Record<string, (platform: LivePlatform) => Promise<unknown>> = {
  'an environment starts': async platform => {
    platform.startEnvironment().catch(() => {})
    await isRunning(platform, /relay\.mjs/)
  },
  'a desktop starts': async platform => {
    if (!canRunDesktops) return
    platform.call('POST', '/v1/user/flugzeug').catch(() => {})
    await isRunning(platform, /Xvnc/)
  },
  'forty sign in': async ({ origin }) => {
    const one = () => signIn(createBrowser(), origin, 'alice', 'wrong').catch(() => {})
    await Promise.race(Array.from({ length: 40 }, one))
  },
  'the event is read again': async ({ child }) => {
    for (let at = 0; at < 20; at++) child.kill('SIGHUP')
  },
  'a body is sent slowly': async ({ origin, token }) => {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1').on('error', () => {})
    const lines = [
      'POST /v1/challenges/plain/solve?category=misc HTTP/1.1',
      ...['host: a', `authorization: Bearer ${token}`, 'content-length: 9', '', '{'],
    ]
    await new Promise<void>(resolve => socket.write(lines.join('\r\n'), () => resolve()))
  },
}

const once = ['SIGTERM'] as const
const many = ['SIGINT', 'SIGINT', 'SIGHUP', 'SIGTERM'] as const

test.each([
  ['an environment starts', many],
  ['a desktop starts', once],
  ['forty sign in', once],
  ['the event is read again', many],
  ['a body is sent slowly', many],
])('%s, and signals come: it ends in order', async (moment, signals) => {
  const platform = await open()
  await moments[moment]?.(platform)
  const all = processesOf(platform.pid)
  for (const signal of signals) platform.child.kill(signal)
  const { code, err } = await platform.ended
  expect(err.split('\n').filter(line => /"level":[56]0|^[^{]/.test(line))).toEqual([])
  expect(code).toBe(0)
  await haveEnded(all)
  expect(existsSync(join(platform.data, 'lock'))).toBe(false)
})

test('what was starting when the platform ended can be started again', async () => {
  const first = await open()
  await moments['an environment starts']?.(first)
  await moments['a desktop starts']?.(first)
  first.child.kill('SIGTERM')
  expect((await first.ended).code).toBe(0)
  const second = await open(first)
  expect((await second.instance()).state).toBe('not-running')
  expect((await second.startEnvironment()).status).toBe(204)
  await second.instanceBecomes('running')
  if (!canRunDesktops) return
  expect((await second.desktop()).status).toBe('stopped')
  await second.call('PUT', '/v1/user/flugzeug/start')
  await second.desktopBecomes('running')
})
