import { type ActorRefFrom, assign, setup } from 'xstate'
import type { ClockEvent, ClockMeasured } from './events.ts'

export interface ClockContext {
  /** The device's clock, milliseconds since the epoch. */
  readonly now: () => number
  /** Server time minus device time is between these two, in milliseconds. */
  readonly bounds: readonly [number, number] | null
  /** Server time minus device time, the best guess, in milliseconds. */
  readonly offset: number
  /** Server time at the last tick. */
  readonly time: number
  readonly watchers: number
}

/** Server time. It ticks on the server's full seconds, and only while it is watched. */
export const clockMachine = setup({
  types: {
    context: {} as ClockContext,
    events: {} as ClockEvent,
    input: {} as { now: () => number },
  },
  actions: {
    measure: assign(({ context }, { serverDate, sentAt, receivedAt }: ClockMeasured) => {
      // The Date header has whole seconds, so one answer gives the offset only to within a second and the
      // round trip. The overlap of many answers is more exact. Without an overlap, the device's clock was set.
      const low = serverDate - receivedAt
      const high = serverDate + 1000 - sentAt
      const [oldLow, oldHigh] = context.bounds ?? [low, high]
      const overlap = [Math.max(low, oldLow), Math.min(high, oldHigh)] as const
      const bounds = overlap[0] <= overlap[1] ? overlap : ([low, high] as const)
      return { bounds, offset: (bounds[0] + bounds[1]) / 2 }
    }),
    tick: assign({ time: ({ context }) => context.now() + context.offset }),
    addWatcher: assign({ watchers: ({ context }) => context.watchers + 1 }),
    removeWatcher: assign({ watchers: ({ context }) => context.watchers - 1 }),
  },
  guards: { isLastWatcher: ({ context }) => context.watchers === 1 },
  delays: { untilNextSecond: ({ context }) => 1000 - mod(context.now() + context.offset, 1000) },
}).createMachine({
  id: 'clock',
  context: ({ input }) => ({
    now: input.now,
    bounds: null,
    offset: 0,
    time: input.now(),
    watchers: 0,
  }),
  initial: 'idle',
  on: {
    'clock.measured': { actions: [{ type: 'measure', params: ({ event }) => event }, 'tick'] },
  },
  states: {
    idle: { on: { 'clock.watched': { target: 'ticking', actions: 'addWatcher' } } },
    ticking: {
      entry: 'tick',
      after: { untilNextSecond: { target: 'ticking', reenter: true } },
      on: {
        'clock.watched': { actions: 'addWatcher' },
        'clock.unwatched': [
          { guard: 'isLastWatcher', target: 'idle', actions: 'removeWatcher' },
          { actions: 'removeWatcher' },
        ],
      },
    },
  },
})

export type ClockRef = ActorRefFrom<typeof clockMachine>

/** Server time now, in milliseconds since the epoch. */
export function serverNow(clock: ClockRef): number {
  const { now, offset } = clock.getSnapshot().context
  return now() + offset
}

/** Server time is between these two, in milliseconds since the epoch. */
export function serverNowBounds(clock: ClockRef): readonly [number, number] {
  const { now, bounds, offset } = clock.getSnapshot().context
  const [low, high] = bounds ?? [offset, offset]
  return [now() + low, now() + high]
}

function mod(value: number, by: number) {
  return ((value % by) + by) % by
}
