import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser } from 'playwright'
import { typeOfFile } from '../../../platform/site/type-of-file.ts'
import { CHANNEL } from '../../../src/diagnostics/inspection/messages.ts'
import { devTools } from '../servers/dev-tools.ts'

/** As many as the inspector keeps. */
const FULL = 50_000
/** Events in each frame, as a busy app has them for a moment. */
const PER_FRAME = 10
const FRAMES = 300
const ORIGIN = 'https://inspected.test'

export interface LogCost {
  readonly framesPerSecond: number
  /** Processor time of the main thread, in ms. */
  readonly perFrame: number
}

/**
 * The processor time of the inspector's frames while its log is full and events come: with its newest events in view,
 * and while somebody scrolls through the old ones.
 */
export async function logCosts(browser: Browser, site: string) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  try {
    await context.route(`${ORIGIN}/**`, async route => {
      const { pathname } = new URL(route.request().url())
      await route.fulfill({
        contentType: typeOfFile(pathname),
        body: await readFile(join(site, pathname)),
      })
    })
    const page = await context.newPage()
    await page.goto(`${ORIGIN}/inspector.html`)
    await page.getByText('Open the app with ?inspect').waitFor()
    await page.evaluate(report, {
      channel: CHANNEL,
      first: 1,
      count: FULL,
      frames: 1,
      isScrolled: false,
    })
    await page.getByText(`${FULL} of ${FULL}`).waitFor()
    const cdp = await devTools(page)
    await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
    const spent = async () => {
      const { metrics } = await cdp.send('Performance.getMetrics')
      return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000
    }
    const cost = async (first: number, isScrolled: boolean): Promise<LogCost> => {
      const before = await spent()
      const wanted = { channel: CHANNEL, first, count: PER_FRAME, frames: FRAMES, isScrolled }
      const seconds = await page.evaluate(report, wanted)
      return {
        framesPerSecond: FRAMES / seconds,
        perFrame: ((await spent()) - before) / FRAMES,
      }
    }
    return {
      newest: await cost(FULL + 1, false),
      scrolled: await cost(FULL + 1 + FRAMES * PER_FRAME, true),
    }
  } finally {
    await context.close()
  }
}

interface Wanted {
  readonly channel: string
  /** The number of the first event. */
  readonly first: number
  /** Events at once. */
  readonly count: number
  readonly frames: number
  readonly isScrolled: boolean
}

/**
 * Runs in the page: reports `count` events in each frame, as an inspected page does.
 *
 * @returns how long the frames took, in seconds
 */
async function report({ channel: name, first, count, frames, isScrolled }: Wanted) {
  const channel = new BroadcastChannel(name)
  const entryOf = (n: number) => {
    const isOdd = n % 2 === 1
    const type = isOdd ? 'instance.extend' : 'xstate.done.actor.extending'
    const value = { instance: { running: isOdd ? 'extending' : 'idle' }, reading: 'here' }
    const microsteps = [{ event: type, taken: ['instance.running.idle | 0.0'], value }]
    const actor = `app/challenge:~${n % 20}/instance`
    return { n, time: n, actor, machine: 'instance', type, value, status: 'active', microsteps }
  }
  const nextFrame = () => new Promise(resolve => requestAnimationFrame(resolve))
  const log = document.querySelector('[aria-label^="Events"]')?.parentElement
  await nextFrame()
  const start = performance.now()
  for (let frame = 0; frame < frames; frame++) {
    const from = first + frame * count
    const entries = Array.from({ length: count }, (_, index) => entryOf(from + index))
    channel.postMessage({ type: 'entries', page: 'a page', entries })
    if (isScrolled && log) log.scrollTop = (frame / frames) * (log.scrollHeight - log.clientHeight)
    await nextFrame()
  }
  channel.close()
  return (performance.now() - start) / 1000
}
