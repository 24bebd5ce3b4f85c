import type { clockMachine } from '../../../src/machines/clock/machine.ts'
import { tickTime } from '../../../src/machines/clock/selectors.ts'
import { START } from '../../support/time.ts'
import { behaviourOf } from '../harness/behaviour.ts'

const begins = {
  /** Server time minus device time is between these. */
  least: Number.NEGATIVE_INFINITY,
  most: Number.POSITIVE_INFINITY,
  offset: 0,
  time: START,
  watchers: 0,
  ticksAt: null as number | null,
}
type Known = typeof begins

const tick = ({ offset }: Pick<Known, 'offset'>, now: number): Partial<Known> => ({
  time: now + offset,
  ticksAt: Math.floor((now + offset) / 1000 + 1) * 1000 - offset,
})

export const clockBehaviour = behaviourOf<typeof clockMachine, Known>({
  begins,
  sentences: {
    'An answer of whole seconds bounds the server time; all of them together bound it better.': {
      on: 'clock.measured',
      learn: (known, { serverDate, sentAt, receivedAt }, now) => {
        const [low, high] = [serverDate - receivedAt, serverDate + 999 + 1 - sentAt]
        const least = Math.max(known.least, low)
        const most = Math.min(known.most, high)
        // The device's clock was set.
        const bounds = least <= most ? { least, most } : { least: low, most: high }
        const offset = (bounds.least + bounds.most) / 2
        return { ...bounds, offset, time: now + offset }
      },
    },
    'While it is watched, it ticks.': {
      on: 'clock.watched',
      learn: (known, _, now) => ({
        watchers: known.watchers + 1,
        ...(known.watchers === 0 && tick(known, now)),
      }),
    },
    'Until nobody watches any more.': {
      on: 'clock.unwatched',
      if: ({ watchers }) => watchers > 0,
      learn: ({ watchers, ticksAt }) => ({
        watchers: watchers - 1,
        ticksAt: watchers > 1 ? ticksAt : null,
      }),
    },
    'It ticks on the full seconds of the server.': {
      on: 'time',
      due: ({ ticksAt }) => ticksAt,
      learn: (known, _, now) => tick(known, now),
    },
  },
  shows: { 'the time of the last tick': [tickTime, ({ time }) => time] },
})
