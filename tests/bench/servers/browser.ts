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

/** How many times slower than this host the processor is made, as that of a phone. */
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
  const browser = page.context().browser()
  if (!browser) throw new Error('A page without its browser cannot be traced.')
  const categories = ['toplevel', 'disabled-by-default-devtools.timeline', '__metadata']
  await browser.startTracing(page, { categories })
  await act()
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: Traced[] }
  const { traceEvents } = trace
  const key = ({ pid, tid }: Traced) => `${pid}/${tid}`
  const mains = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(key),
  )
  return traceEvents
    .filter(event => event.name === 'RunTask' && event.tdur && mains.has(key(event)))
    .map(({ tdur = 0 }) => tdur / 1000)
    .sort((a, b) => b - a)
}

interface Traced {
  name: string
  pid: number
  tid: number
  /** Microseconds of the thread. */
  tdur?: number
  args?: { name?: string }
}
