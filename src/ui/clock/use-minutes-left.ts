import { roundedMinutes } from '../../domain/time/time-left.ts'
import { serverNow } from '../../machines/clock/machine.ts'
import { useClock } from './use-clock.ts'

/** Whole minutes of server time until `time`, rounded up. Renders on each change. Null without a time. */
export const useMinutesLeft = (time: string | null) => useMinutes(time, minutes => minutes)

/** As `useMinutesLeft`; for a distant time in whole hours, so that it renders less often. */
export const useRoundedMinutesLeft = (time: string | null) => useMinutes(time, roundedMinutes)

const useMinutes = (time: string | null, shown: (minutes: number) => number) =>
  useClock(clock =>
    time === null ? null : shown(Math.ceil((Date.parse(time) - serverNow(clock)) / 60_000)),
  )
