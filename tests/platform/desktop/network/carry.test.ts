import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import {
  carryConnections,
  carryOne,
  halfOpenMs,
} from '../../../../platform/desktop/network/carry.ts'
import { portOf } from '../../../../platform/environments/process/ports.ts'
import { createSimulatedClock } from '../../../support/simulated-clock.ts'

async function listen(onConnection: (socket: Socket) => void = () => {}): Promise<Server> {
  const server = createServer({ allowHalfOpen: true }, socket => {
    onTestFinished(() => void socket.destroy())
    onConnection(socket.on('error', () => undefined))
  })
  onTestFinished(() => void server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return server
}
const targetOf = (server: Server) => ({ host: '127.0.0.1', port: portOf(server) })

function open(server: Server): Socket {
  const socket = connect({ ...targetOf(server), allowHalfOpen: true })
  onTestFinished(() => void socket.destroy())
  return socket.on('error', () => undefined)
}

test('carries 128 connections of one desktop at once, whichever ports they are of', async () => {
  const service = await listen(socket => void socket.on('end', () => socket.end()).write('here'))
  const target = targetOf(service)
  const carried = { count: 0 }
  const ports = [await listen(), await listen()]
  for (const port of ports) onTestFinished(carryConnections(port, target, carried))
  const [one, other] = ports as [Server, Server]
  const all = [...Array(100).fill(one), ...Array(28).fill(other)].map(open)
  await Promise.all(all.map(socket => once(socket, 'data')))
  const more = ports.map(open)
  await Promise.all(more.map(socket => once(socket.resume(), 'end')))
  expect(more.map(({ bytesRead }) => bytesRead)).toEqual([0, 0])

  all[0]?.destroy()
  await expect.poll(() => carried.count).toBe(127)
  const [text] = await once(open(other), 'data')
  expect(`${text}`).toBe('here')
})

test('keeps a connection whose client has ended while the service speaks, and no longer', async () => {
  const asked = Promise.withResolvers<Socket>()
  const target = targetOf(await listen(asked.resolve))
  const carried = { count: 0 }
  const clock = createSimulatedClock(0)
  const port = await listen(inner => carryOne(inner, target, carried, { clock }))
  const client = open(port)
  client.end('a question')
  const service = await asked.promise
  await once(service.resume(), 'end')
  for (let said = 0; said < 6; said++) {
    clock.advance(halfOpenMs - 1)
    const heard = once(client, 'data')
    service.write('.')
    await heard
  }
  clock.advance(halfOpenMs - 1)
  expect(carried.count).toBe(1)
  clock.advance(1)
  await once(client, 'end')
  expect(client.bytesRead).toBe(6)
  await expect.poll(() => carried.count).toBe(0)
})
