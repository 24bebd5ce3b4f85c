import type { BrowserContext, Page } from 'playwright/test'
import { POLL_INTERVAL } from '../../../src/machines/constants.ts'

declare global {
  var longTimers: number
}

/**
 * From now on, pages that are loaded never poll: a timer as long as the shortest interval does not end. What a
 * page still learns comes by the live stream.
 */
export const stopPolls = (context: BrowserContext) =>
  context.addInitScript(shortest => {
    globalThis.longTimers = 0
    const start = globalThis.setTimeout
    const startShort = (handler: TimerHandler, delay = 0, ...rest: unknown[]) => {
      if (delay < shortest) return start(handler, delay, ...rest)
      globalThis.longTimers++
      return 0
    }
    Object.assign(globalThis, { setTimeout: startShort })
  }, POLL_INTERVAL * 0.9)

/** How many timers of the page were stopped. None: the page polls by something else. */
export const stoppedTimers = (page: Page) => page.evaluate(() => globalThis.longTimers)
