import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { createBrowser, signIn } from '../../platform/core/sign-in-browser.ts'
import { canRunDesktops, type LivePlatform, startLivePlatform } from './live-platform.ts'
import { haveEnded, processesOf } from './processes.ts'

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
    timeout: 60_000,
    interval: 10,
  })

/** Work to interrupt by a signal. Each function resolves in the middle of its work. */
const startEnvironment = async (platform: LivePlatform) => {
  platform.startEnvironment().catch(() => {})
  await isRunning(platform, /relay\.mjs/)
}

const startDesktop = async (platform: LivePlatform) => {
  if (!canRunDesktops) return
  platform.call('POST', '/v1/user/flugzeug').catch(() => {})
  await isRunning(platform, /Xvnc/)
}

const fortySignIn = async ({ origin }: LivePlatform) => {
  const one = () => signIn(createBrowser(), origin, 'alice', 'wrong').catch(() => {})
  await Promise.race(Array.from({ length: 40 }, one))
}

const sendSlowly = async ({ origin, token }: LivePlatform) => {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1').on('error', () => {})
  const lines = [
    'POST /v1/challenges/plain/solve?category=misc HTTP/1.1',
    ...['host: a', `authorization: Bearer ${token}`, 'content-length: 9', '', '{'],
  ]
  await new Promise<void>(resolve => socket.write(lines.join('\r\n'), () => resolve()))
}

const readAgain = ({ child }: LivePlatform) => {
  for (let at = 0; at < 20; at++) child.kill('SIGHUP')
}

async function endsInOrder(platform: LivePlatform, ...signals: NodeJS.Signals[]): Promise<void> {
  const all = processesOf(platform.pid)
  for (const signal of signals) platform.child.kill(signal)
  const { code, err } = await platform.ended
  expect(err.split('\n').filter(line => /"level":[56]0|^[^{]/.test(line))).toEqual([])
  expect(code).toBe(0)
  await haveEnded(all)
  expect(existsSync(join(platform.data, 'lock'))).toBe(false)
}

test('forty sign in, a body is sent slowly, the event is read again, and signals come: it ends in order', async () => {
  const platform = await open()
  await sendSlowly(platform)
  await fortySignIn(platform)
  readAgain(platform)
  await endsInOrder(platform, 'SIGINT', 'SIGINT', 'SIGHUP', 'SIGTERM')
})

test('an environment and a desktop start, and a signal comes: it ends in order, and both can be started again', async () => {
  const first = await open()
  await Promise.all([startEnvironment(first), startDesktop(first)])
  await endsInOrder(first, 'SIGTERM')
  const second = await open(first)
  expect((await second.instance()).state).toBe('not-running')
  expect((await second.startEnvironment()).status).toBe(204)
  await second.instanceBecomes('running')
  if (!canRunDesktops) return
  expect((await second.desktop()).status).toBe('stopped')
  await second.call('PUT', '/v1/user/flugzeug/start')
  await second.desktopBecomes('running')
})
