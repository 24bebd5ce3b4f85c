import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'

/** NTP keeps clocks much closer together. In milliseconds. */
const toleratedMs = 1000

/**
 * A flag counts as of the clock of the replica that took it. So clocks that differ are unfair, and nobody notices them.
 * Each replica compares its clock with that of the database, which all of them share.
 */
export function createClockDifference({ clock, log }: { clock: Clock; log: Log }) {
  let isWarned = false
  return {
    /** @returns is told the database's time of a moment between the two calls, in milliseconds since the epoch */
    measure(): (atDatabase: number) => void {
      const [sent, begun] = [clock.now(), clock.monotonic()]
      return atDatabase => {
        const half = (clock.monotonic() - begun) / 2
        const aheadMs = sent + half - atDatabase
        const differs = Math.abs(aheadMs) > toleratedMs + half
        if (differs && !isWarned)
          log.warn(
            { secondsAhead: Math.round(aheadMs / 100) / 10 },
            "this host's clock differs from the database's: other replicas would give flags other times, and begin and end the event at another moment: keep all hosts in step by NTP",
          )
        isWarned = differs
      }
    },
  }
}
