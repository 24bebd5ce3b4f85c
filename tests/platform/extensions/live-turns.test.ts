import { expect, test } from 'vitest'
import type { Clock } from '../../../platform/clock.ts'
import { createStreams } from '../../../platform/live/streams.ts'
import { createSimulatedClock } from '../../support/simulated-clock.ts'

/** Opens three thousand streams of a score group. Returns how many were reached at each turn. */
function openMany(toClock: (clock: Clock) => Clock = clock => clock) {
  const clock = createSimulatedClock(0)
  const streams = createStreams({ clock: toClock(clock), onTick() {} })
  let reached = 0
  for (let number = 0; number < 3000; number++)
    streams.open(
      {
        userId: `${number}`,
        accountId: `${number}`,
        group: 'open',
        grantId: undefined,
        expires: Number.POSITIVE_INFINITY,
      },
      undefined,
    )({
      write: text => {
        if (text.startsWith('event: scoreboard')) reached++
      },
      isBehind: false,
      end() {},
      cut() {},
    })
  streams.tell({ to: { group: 'open' }, topic: 'scoreboard' })
  const turn = (ms: number) => {
    const before = reached
    clock.advance(ms)
    return reached - before
  }
  return { turn }
}

test('a message to many goes to 1,280 streams every tenth of a second', () => {
  const { turn } = openMany()
  expect([turn(100), turn(100), turn(100), turn(100)]).toEqual([1280, 1280, 440, 0])
})

test('while the process is busy, it goes to fewer streams at a time, and not to fewer than 50', () => {
  const { turn } = openMany(clock => ({
    ...clock,
    after: (ms, fn) => clock.after(ms === 100 ? ms + 30 : ms, fn),
  }))
  const turns = Array.from({ length: 6 }, () => turn(130))
  expect(turns).toEqual([640, 320, 160, 80, 50, 50])
})

test('once the process has time again, it goes to more streams at a time', () => {
  let late = 30
  const { turn } = openMany(clock => ({
    ...clock,
    after: (ms, fn) => clock.after(ms === 100 ? ms + late : ms, fn),
  }))
  expect([turn(130), turn(130)]).toEqual([640, 320])
  late = 0
  expect([turn(130), turn(100), turn(100)]).toEqual([160, 320, 640])
})
