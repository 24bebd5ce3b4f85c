import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import { clockMachine, serverNow } from '../../../src/machines/clock/machine.ts'
import { tickTime } from '../../../src/machines/clock/selectors.ts'
import { createTime, START } from '../../support/time.ts'

const HOUR = 3_600_000

function start(time = createTime()) {
  const clock = createActor(clockMachine, { clock: time.clock, input: { now: time.now } }).start()
  /** An answer of a server whose clock is `ahead` of the device's, after a round trip. */
  const answer = (ahead: number, roundTrip = 100) => {
    const sentAt = time.now()
    time.pass(roundTrip)
    const receivedAt = time.now()
    const server = sentAt + roundTrip / 2 + ahead
    clock.send({
      type: 'clock.measured',
      serverDate: Math.floor(server / 1000) * 1000,
      sentAt,
      receivedAt,
    })
  }
  return { clock, time, answer }
}

test('server time is the device time until the first answer', () => {
  const { clock } = start()
  expect(serverNow(clock)).toBe(START)
})

test('a device clock that is five hours wrong is corrected by one answer, to half a second', () => {
  const { clock, time, answer } = start()
  answer(5 * HOUR)
  expect(Math.abs(serverNow(clock) - (time.now() + 5 * HOUR))).toBeLessThanOrEqual(550)
})

test('many answers give the offset more exactly than the whole seconds of one', () => {
  const { clock, time, answer } = start()
  for (let index = 0; index < 40; index++) {
    answer(-HOUR, 20)
    time.pass(1037)
  }
  expect(Math.abs(serverNow(clock) - (time.now() - HOUR))).toBeLessThanOrEqual(30)
})

test('after the device clock was set, the next answer corrects the offset', () => {
  const { clock, time, answer } = start()
  answer(0)
  time.jump(2 * HOUR)
  answer(-2 * HOUR)
  expect(Math.abs(serverNow(clock) - (time.now() - 2 * HOUR))).toBeLessThanOrEqual(550)
})

test('it ticks on the second, and only while watched', () => {
  const { clock, time } = start(createTime(START + 300))
  time.pass(5000)
  expect(tickTime(clock.getSnapshot())).toBe(START + 300)
  clock.send({ type: 'clock.watched' })
  expect(tickTime(clock.getSnapshot())).toBe(START + 5300)
  time.pass(699)
  expect(tickTime(clock.getSnapshot())).toBe(START + 5300)
  time.pass(1)
  expect(tickTime(clock.getSnapshot())).toBe(START + 6000)
  time.pass(1000)
  expect(tickTime(clock.getSnapshot())).toBe(START + 7000)
})

test('it stops when the last watcher leaves', () => {
  const { clock, time } = start()
  clock.send({ type: 'clock.watched' })
  clock.send({ type: 'clock.watched' })
  clock.send({ type: 'clock.unwatched' })
  time.pass(1000)
  expect(tickTime(clock.getSnapshot())).toBe(START + 1000)
  clock.send({ type: 'clock.unwatched' })
  time.pass(5000)
  expect(tickTime(clock.getSnapshot())).toBe(START + 1000)
  expect(clock.getSnapshot().value).toBe('idle')
})

test('a user who watches again is counted again', () => {
  const { clock } = start()
  for (let time = 0; time < 2; time++) {
    clock.send({ type: 'clock.watched' })
    expect(clock.getSnapshot().value).toBe('ticking')
    clock.send({ type: 'clock.unwatched' })
    expect(clock.getSnapshot().value).toBe('idle')
  }
})
