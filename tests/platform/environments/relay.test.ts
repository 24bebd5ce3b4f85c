import { expect, test } from 'vitest'
import { openPort } from '../../../platform/environments/process/ports.ts'
import { spawnRelay } from '../../../platform/environments/process/relay.ts'
import { eventually } from '../../support/eventually.ts'

const service = {
  command: ['true'],
  inputs: [],
  folder: '/',
  variables: {},
  sandboxed: false,
  memoryMb: 32,
  processes: 8,
}

test('a relay that takes nothing is stopped, and what was sent to it ends', async () => {
  const server = await openPort('127.0.0.1')
  const relay = spawnRelay(() => ['sleep', '600'])
  // It never reports that it has the port, so that `run` waits for it.
  const running = relay.run(new Map([[8080, server]]), service)
  await relay.stop(0)
  await running
  expect(await relay.ended).toEqual({ reason: 'its sandbox ended (SIGKILL)' })
  server.close()
})

test('a character that a service prints in two pieces is one in its output', async () => {
  const [first, second] = Buffer.from('ä')
  const program = `
    process.on('SIGUSR2', () => process.stdout.write(Buffer.of(${second})))
    process.stdout.write(Buffer.concat([Buffer.from(process.pid + ' '), Buffer.of(${first})]))
    setInterval(() => {}, 1000)`
  const relay = spawnRelay(command => command)
  await relay.run(new Map(), { ...service, command: [process.execPath, '-e', program] })
  const pid = await eventually(async () => {
    const [, found] = /^(\d+)/.exec(await relay.output()) ?? []
    expect(found).toBeDefined()
    return Number(found)
  })
  process.kill(pid, 'SIGUSR2')
  await eventually(async () => expect(await relay.output()).toBe(`${pid} ä`))
  await relay.stop(0)
})

test('a service ends when its first process does, also if another one keeps its output open', async () => {
  const program = `
    const { spawn } = require('node:child_process')
    const left = spawn('sleep', ['600'], { detached: true, stdio: 'inherit' })
    console.log(left.pid)
    left.unref()`
  const relay = spawnRelay(command => command)
  await relay.run(new Map(), { ...service, command: [process.execPath, '-e', program] })
  const { reason } = await relay.ended
  const [, said, left] = /^(.*) it last said:\n(\d+)$/.exec(reason) ?? []
  expect(said).toBe('it ended with exit code 0;')
  process.kill(Number(left))
})
