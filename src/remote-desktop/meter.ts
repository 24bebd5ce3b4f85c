import type { ConnectionSample } from '../machines/desktop/events.ts'

/** Milliseconds between two measurements of the connection. */
const INTERVAL = 2_000
/** After this many measurements without an answer, the connection counts as lost. */
const MAX_MISSING = 3
/** The idle latency is the least of this many samples. */
const WINDOW = 30

interface MeterOptions {
  echo(text: string): void
  /** The part of the changes that looks like photos; null if nothing has changed. */
  photos(): number | null
  measured(sample: ConnectionSample): void
  /** The connection no longer answers. */
  silent(): void
}

/**
 * Measures a connection by texts that the platform returns. They pass through all queues of the connection.
 */
export function createMeter({ echo, photos, measured, silent }: MeterOptions) {
  const sent = new Map<string, number>()
  let latencies: number[] = []
  let bytes = 0
  let since = performance.now()
  let count = 0
  /** How many measurements have begun since the last sign of the connection. */
  let quiet = 0
  let timer: ReturnType<typeof setInterval> | undefined

  function send() {
    quiet++
    if (sent.size >= MAX_MISSING) return
    const text = `${++count}`
    sent.set(text, performance.now())
    echo(text)
  }
  function repeat() {
    // Silence is counted in measurements and not in time, because timers of a page in the background are
    // late. On a full connection an answer may be late, but bytes of the picture still come.
    if (quiet < MAX_MISSING) send()
    else silent()
  }

  return {
    /**
     * Begins to measure. Call it when the connection has opened: the first measurement is best before the connection is
     * full. Call it again when it has something to measure: it then has the whole time to answer.
     */
    measure() {
      clearInterval(timer)
      timer = setInterval(repeat, INTERVAL)
      quiet = 0
      send()
    },
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
      measured({ latency, idleLatency: Math.min(...latencies), bandwidth, photos: photos() })
    },
    close: () => clearInterval(timer),
  }
}
