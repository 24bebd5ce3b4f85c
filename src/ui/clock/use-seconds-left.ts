import { tickTime } from '../../machines/clock/selectors.ts'
import { useClock } from './use-clock.ts'

/** Server time in milliseconds since the epoch. Renders once a second. */
export const useServerTime = (): number => useClock(clock => tickTime(clock.getSnapshot()))

/**
 * Whole seconds until `time` (server time in milliseconds), rounded up, at least 1. Renders once a
 * second. Null without a time.
 */
export const useSecondsLeft = (time: number | null): number | null =>
  useClock(
    clock =>
      time === null ? null : Math.max(1, Math.ceil((time - tickTime(clock.getSnapshot())) / 1000)),
    time !== null,
  )
