import { LONGEST_DELAY } from '../constants.ts'
import { type ClockRef, serverNow } from './machine.ts'

/** If an answer does not say how long to wait, in milliseconds. */
const DEFAULT_WAIT = 1_000

/** Server time at which the server takes another attempt, in milliseconds since the epoch. */
export const waitUntil = (clock: ClockRef, retryAfter: number | null) =>
  serverNow(clock) + (retryAfter ?? DEFAULT_WAIT)

/**
 * Milliseconds until the clock is compared again, on the way to a moment of server time. A timer of
 * more than 2³¹ ms fires at once, and timers stop while a laptop sleeps.
 */
export const untilLook = (clock: ClockRef, time: number) =>
  Math.min(LONGEST_DELAY, Math.max(0, time - serverNow(clock)))

export const hasCome = (clock: ClockRef, time: number) => serverNow(clock) >= time
