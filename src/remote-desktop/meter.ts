import type { LinkSample } from '../machines/desktop/events.ts'

/** Milliseconds between two looks at the line. */
const INTERVAL = 2_000
/** Looks in a row at which nothing had come back: then the line counts as cut. */
const MISSING = 3
/** Samples of which the least latency counts as idle. */
const WINDOW = 30

interface MeterOptions {
  echo(text: string): void
  measured(sample: LinkSample): void
  /** Nothing comes back any more. */
  silent(): void
}

/** Measures a line by texts that the platform sends back, behind all that waits in it. */
export function createMeter({ echo, measured, silent }: MeterOptions) {
  const sent = new Map<string, number>()
  let latencies: number[] = []
  let bytes = 0
  let since = performance.now()
  let count = 0

  let quiet = 0

  function look() {
    // Counted in looks and not in time, for a page in the background gets its timers late. An echo
    // may be late on a full line, as long as bytes of the picture come.
    if (quiet >= MISSING) return silent()
    quiet++
    if (sent.size >= MISSING) return
    const text = `${++count}`
    sent.set(text, performance.now())
    echo(text)
  }
  const timer = setInterval(look, INTERVAL)

  return {
    /** The first look is worth most before the line is full. */
    look,
    received(more: number) {
      bytes += more
      quiet = 0
    },
    echoed(text: string) {
      const at = sent.get(text)
      if (at === undefined) return
      sent.delete(text)
      quiet = 0
      const now = performance.now()
      const latency = now - at
      latencies = [...latencies, latency].slice(-WINDOW)
      const bandwidth = (bytes * 1000) / Math.max(1, now - since)
      bytes = 0
      since = now
      measured({ latency, idleLatency: Math.min(...latencies), bandwidth })
    },
    close: () => clearInterval(timer),
  }
}
