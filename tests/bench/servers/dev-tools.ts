import type { CDPSession, Page } from 'playwright'

/** A connection as the presets of Chromium's developer tools have it. */
export interface Network {
  readonly name: string
  /** Milliseconds a request. */
  readonly roundTrip: number
  /** Bytes a second. */
  readonly down: number
  readonly up: number
}

const bytesOf = (megabits: number) => (megabits * 1_000_000 * 0.9) / 8

export const networks = {
  fast4G: { name: 'Fast 4G', roundTrip: 165, down: bytesOf(9), up: bytesOf(1.5) },
  slow4G: { name: 'Slow 4G', roundTrip: 562.5, down: bytesOf(1.6), up: bytesOf(0.75) },
} satisfies Record<string, Network>

/** How many times slower than the host's the processor is, as in a phone. */
const SLOWED = 4

export const devTools = (page: Page): Promise<CDPSession> => page.context().newCDPSession(page)

export const slowProcessor = (cdp: CDPSession, rate = SLOWED) =>
  cdp.send('Emulation.setCPUThrottlingRate', { rate })

export async function slowNetwork(cdp: CDPSession, { roundTrip, down, up }: Network) {
  await cdp.send('Network.enable')
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: roundTrip,
    downloadThroughput: down,
    uploadThroughput: up,
  })
}

/**
 * Milliseconds of each task of the page's main thread while `act` runs, longest first. It is the thread's own
 * time: what else runs on the host does not count.
 */
export async function tasksDuring(page: Page, act: () => Promise<unknown>): Promise<number[]> {
  const categories = ['toplevel', 'disabled-by-default-devtools.timeline']
  const { events, isMain } = await traceDuring(page, categories, act)
  return events
    .filter(event => event.name === 'RunTask' && event.tdur && isMain(event))
    .map(({ tdur = 0 }) => tdur / 1000)
    .sort((a, b) => b - a)
}

/** Traces these categories of Chromium while `act` runs. Returns all events, and those of a page's main thread. */
export async function traceDuring(page: Page, categories: string[], act: () => Promise<unknown>) {
  const browser = page.context().browser()
  if (!browser) throw new Error('A page without its browser cannot be traced.')
  await browser.startTracing(page, { categories: [...categories, '__metadata'] })
  await act()
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: Traced[] }
  const events = trace.traceEvents
  const key = ({ pid, tid }: Traced) => `${pid}/${tid}`
  const mains = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(key),
  )
  return { events, isMain: (event: Traced) => mains.has(key(event)) }
}

interface Traced {
  name: string
  /** `X` is a span, `b` begins one that another thread may end. */
  ph: string
  pid: number
  tid: number
  /** Microseconds of the clock. */
  ts: number
  dur?: number
  /** Microseconds of the thread. */
  tdur?: number
  args?: {
    name?: string
    frame_reporter?: { state?: string; scroll_state?: string; has_missing_content?: boolean }
  }
}
