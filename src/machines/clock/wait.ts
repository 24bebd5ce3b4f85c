import type { Outcome } from '../change.ts'
import { MAX_DELAY } from '../constants.ts'
import { type ClockRef, serverNow } from './machine.ts'

/** The wait in milliseconds if the answer names none. */
const DEFAULT_WAIT = 1_000

/** The server time after a refusal at which the server accepts another attempt. */
export const waitAfter = (clock: ClockRef, outcome: Outcome) =>
  serverNow(clock) + ((outcome.is === 'refused' ? outcome.retryAfter : null) ?? DEFAULT_WAIT)

/** The `after` of a state that lasts until `isWaitOver`. `state` is its id. */
export const untilOver = <S extends `#${string}`>(state: S) =>
  ({
    untilCheck: [
      { guard: 'isWaitOver', target: 'idle' },
      { target: state, reenter: true },
    ],
  }) as const

/**
 * Milliseconds until the clock is compared again, on the way to a moment of server time. A timer of
 * more than 2³¹ ms fires at once, and timers stop while a laptop sleeps.
 */
export const untilCheck = (clock: ClockRef, time: number) =>
  Math.min(MAX_DELAY, Math.max(0, time - serverNow(clock)))

export const hasPassed = (clock: ClockRef, time: number) => serverNow(clock) >= time
