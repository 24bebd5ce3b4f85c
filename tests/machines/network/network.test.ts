import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import { networkMachine } from '../../../src/machines/network/machine.ts'
import { isOffline, waitingRequests } from '../../../src/machines/network/selectors.ts'
import { createTime } from '../../support/time.ts'

function start() {
  const time = createTime()
  const network = createActor(networkMachine, { clock: time.clock })
  const released: number[] = []
  network.on('request.released', ({ id }) => released.push(id))
  network.start()
  const state = () => ({
    isOffline: isOffline(network.getSnapshot()),
    waiting: waitingRequests(network.getSnapshot()),
    released: released.splice(0),
  })
  return { network, time, state }
}

test('a request is sent at once while the network is there', () => {
  const { network, state } = start()
  network.send({ type: 'request.opened', id: 1 })
  expect(state()).toEqual({ isOffline: false, waiting: 0, released: [1] })
})

test('a request that got no answer waits, and so do all that come after it', () => {
  const { network, state } = start()
  network.send({ type: 'request.failed', id: 1 })
  network.send({ type: 'request.opened', id: 2 })
  expect(state()).toEqual({ isOffline: true, waiting: 2, released: [] })
})

test('one request probes every two seconds, and only one at a time', () => {
  const { network, time, state } = start()
  network.send({ type: 'request.failed', id: 1 })
  network.send({ type: 'request.failed', id: 2 })
  time.pass(1999)
  expect(state().released).toEqual([])
  time.pass(1)
  expect(state().released).toEqual([1])
  time.pass(60_000)
  expect(state().released).toEqual([])
  network.send({ type: 'request.failed', id: 1 })
  time.pass(2000)
  expect(state()).toEqual({ isOffline: true, waiting: 2, released: [2] })
})

test('the requests probe in turns, since only one of them may be stopped on its way', () => {
  const { network, time, state } = start()
  for (const id of [1, 2, 3]) network.send({ type: 'request.failed', id })
  const probes = [1, 2, 3, 4].map(() => {
    time.pass(2000)
    const [probe = 0] = state().released
    network.send({ type: 'request.failed', id: probe })
    return probe
  })
  expect(probes).toEqual([1, 2, 3, 1])
})

test('a request that fails again while others are answered keeps nobody waiting', () => {
  const { network, time, state } = start()
  network.send({ type: 'request.failed', id: 1 })
  network.send({ type: 'request.succeeded', id: 2 })
  expect(state()).toEqual({ isOffline: false, waiting: 1, released: [1] })
  network.send({ type: 'request.failed', id: 1 })
  network.send({ type: 'request.opened', id: 3 })
  expect(state()).toEqual({ isOffline: false, waiting: 1, released: [3] })
  time.pass(1999)
  expect(state().released).toEqual([])
  time.pass(1)
  expect(state()).toEqual({ isOffline: false, waiting: 1, released: [1] })
  network.send({ type: 'request.succeeded', id: 1 })
  expect(state()).toEqual({ isOffline: false, waiting: 0, released: [] })
})

test('beside it, the first failure of another one means that the network is away', () => {
  const { network, time, state } = start()
  network.send({ type: 'request.failed', id: 1 })
  network.send({ type: 'request.succeeded', id: 2 })
  network.send({ type: 'request.failed', id: 1 })
  network.send({ type: 'request.failed', id: 3 })
  expect(state()).toEqual({ isOffline: true, waiting: 2, released: [1] })
  time.pass(2000)
  expect(state().released).toEqual([1])
})

test('when the probe succeeds, the others go at once and in their order', () => {
  const { network, time, state } = start()
  for (const id of [3, 1, 2]) network.send({ type: 'request.failed', id })
  time.pass(2000)
  expect(state().released).toEqual([1])
  network.send({ type: 'request.opened', id: 4 })
  network.send({ type: 'request.succeeded', id: 1 })
  expect(state()).toMatchObject({ isOffline: false, released: [2, 3, 4] })
  for (const id of [2, 3, 4]) network.send({ type: 'request.succeeded', id })
  expect(state().waiting).toBe(0)
})

test('an older request that fails during a probe does not take its place', () => {
  const { network, time, state } = start()
  network.send({ type: 'request.failed', id: 5 })
  time.pass(2000)
  network.send({ type: 'request.failed', id: 2 })
  expect(state()).toEqual({ isOffline: true, waiting: 2, released: [5] })
  time.pass(10_000)
  expect(state().released).toEqual([])
  network.send({ type: 'request.failed', id: 5 })
  time.pass(2000)
  expect(state().released).toEqual([2])
})

test('a request that was sent before the loss and succeeds after it ends the wait', () => {
  const { network, state } = start()
  network.send({ type: 'request.failed', id: 2 })
  network.send({ type: 'request.succeeded', id: 1 })
  expect(state()).toMatchObject({ isOffline: false, released: [2] })
})

test('a cancelled request leaves the queue', () => {
  const { network, time, state } = start()
  network.send({ type: 'request.failed', id: 1 })
  network.send({ type: 'request.failed', id: 2 })
  network.send({ type: 'request.cancelled', id: 1 })
  time.pass(2000)
  expect(state()).toEqual({ isOffline: true, waiting: 1, released: [2] })
})

test('when the probe is cancelled, the next one probes after the delay', () => {
  const { network, time, state } = start()
  network.send({ type: 'request.failed', id: 1 })
  network.send({ type: 'request.failed', id: 2 })
  time.pass(2000)
  network.send({ type: 'request.cancelled', id: 1 })
  expect(state()).toEqual({ isOffline: true, waiting: 1, released: [1] })
  time.pass(2000)
  expect(state().released).toEqual([2])
})

test('cancelling another request leaves the probe alone', () => {
  const { network, time, state } = start()
  network.send({ type: 'request.failed', id: 1 })
  network.send({ type: 'request.failed', id: 2 })
  time.pass(2000)
  network.send({ type: 'request.cancelled', id: 2 })
  time.pass(10_000)
  expect(state()).toEqual({ isOffline: true, waiting: 1, released: [1] })
})

test('with nothing left to wait for, the dialog goes', () => {
  const { network, state } = start()
  network.send({ type: 'request.failed', id: 1 })
  network.send({ type: 'request.cancelled', id: 1 })
  expect(state()).toEqual({ isOffline: false, waiting: 0, released: [] })
})

test('a probe that failed is not a probe any more', () => {
  const { network, time, state } = start()
  network.send({ type: 'request.failed', id: 1 })
  time.pass(2000)
  network.send({ type: 'request.failed', id: 1 })
  expect(state()).toEqual({ isOffline: true, waiting: 1, released: [1] })
  time.pass(2000)
  expect(state()).toEqual({ isOffline: true, waiting: 1, released: [1] })
})
