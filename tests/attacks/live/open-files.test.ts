import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { depth } from '../../support/depth.ts'
import { eventually } from '../../support/eventually.ts'
import { runPlatform } from '../../support/servers/run-platform.ts'
import { canRunDesktops, type LivePlatform, startLivePlatform } from './live-platform.ts'

const withAtMost = (files: number) => ['sh', '-c', `ulimit -n ${files}; exec "$@"`, 'sh']

let platform: LivePlatform
beforeAll(async () => {
  platform = await startLivePlatform({ around: withAtMost(512) })
})
afterAll(() => platform.close())

test('a platform that may open too few files says so in one line', async () => {
  // Nobody can make a data folder there, but the platform ends before it tries.
  const { child, ended } = runPlatform(['--data', '/dev/null/data'], { around: withAtMost(511) })
  onTestFinished(() => void child.kill('SIGKILL'))
  const { code, err } = await ended
  const line = 'this process may open only 511 files: allow at least 512 (ulimit -n)\n'
  expect({ code, err }).toEqual({ code: 1, err: line })
})

test('connections that nobody may have more of leave files for everything else', async () => {
  const { origin, startEnvironment, instanceBecomes } = platform
  const port = Number(new URL(origin).port)
  const open = new Set<Socket>()
  const settled = Array.from({ length: 600 }, () => {
    const socket = connect(port, '127.0.0.1')
    open.add(socket)
    return new Promise<void>(resolve => {
      socket.on('error', () => {}).once('close', () => open.delete(socket) && resolve())
      // A connection that the platform keeps open answers.
      socket.once('data', () => resolve()).write('GET /v1/health HTTP/1.1\r\nhost: a\r\n\r\n')
    })
  })
  await Promise.all(settled)
  // The connections of this test's own calls were open before.
  expect(open.size).toBeLessThanOrEqual(128)
  expect(open.size).toBeGreaterThan(100)
  expect((await startEnvironment()).status).toBe(204)
  await instanceBecomes('running')
  for (const socket of open) socket.destroy()
})

test.runIf(canRunDesktops)(
  'whatever lacks files fails alone, with a reason, and works later (needs Xvnc)',
  async () => {
    const { pid, call, log, desktop, desktopBecomes, instance, instanceBecomes } = platform
    const { startEnvironment, stopEnvironment } = platform
    const mayOpen = (files: number) => execFileSync('prlimit', ['-p', `${pid}`, `-n${files}:`])
    const isOver = () => desktop().then(({ status }) => expect(status).toBe(undefined))
    let started = 0
    for (let free = 0; free <= 12; free += depth === 1 ? 2 : 1) {
      mayOpen(readdirSync(`/proc/${pid}/fd`).length + free)
      expect((await startEnvironment()).status).toBe(204)
      expect((await call('POST', '/v1/user/flugzeug')).status).toBe(204)
      const { status } = await desktopBecomes('running', 'error')
      if (status === 'running') started++
      const solve = '/v1/challenges/plain/solve?category=misc'
      expect((await call('POST', solve, { flag: 'TEST{plain}' })).status).toBe(200)
      await eventually(async () => expect((await instance()).state).not.toBe('starting'))
      mayOpen(512)
      await stopEnvironment()
      await call('DELETE', '/v1/user/flugzeug')
      await eventually(isOver)
    }
    expect(started).toBeLessThan(7)
    await expect.poll(log).toContain('unshare cannot be run: this process has too many files open')

    await startEnvironment()
    await instanceBecomes('running')
    await call('POST', '/v1/user/flugzeug')
    await desktopBecomes('running')
    expect(log()).not.toContain('nobody caught')
  },
)
