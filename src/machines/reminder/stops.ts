import { MAX_DELAY, WARNING_MINUTES } from '../constants.ts'
import type { ReportedInstance, Stop } from './events.ts'

const WARNING_TIME = WARNING_MINUTES * 60_000

/** The environments that will be stopped. */
export const stopsOf = (reported: readonly ReportedInstance[]): readonly Stop[] =>
  reported.flatMap(({ challenge, instance }) =>
    instance?.state === 'running' && instance.scheduledStopTime !== null
      ? [{ challenge, time: instance.scheduledStopTime }]
      : [],
  )

/** The environments that stop within five minutes, the next one first. `now` is server time. */
export const soonOf = (reported: readonly ReportedInstance[], now: number): readonly Stop[] =>
  stopsOf(reported)
    .filter(({ time }) => Date.parse(time) - now <= WARNING_TIME)
    .toSorted((a, b) => Date.parse(a.time) - Date.parse(b.time))

/**
 * When to read the stops again: soon if a stop is near or unknown, because an extension moves it.
 * Otherwise when the next stop gets near, or never if nothing will stop.
 */
export function nextReadAt(reported: readonly ReportedInstance[], now: number): number {
  const isUnknown = reported.some(({ instance }) => instance?.state === 'starting')
  if (isUnknown || soonOf(reported, now).length > 0) return now + MAX_DELAY
  return Math.min(...stopsOf(reported).map(({ time }) => Date.parse(time) - WARNING_TIME))
}
