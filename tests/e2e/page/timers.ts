import type { BrowserContext, Page } from 'playwright/test'
import { POLL_INTERVAL } from '../../../src/machines/constants.ts'

declare global {
  var timersStopped: number
}

/** From now on, timers of pages that are loaded never end if they are from `shortest` to `longest` milliseconds. */
const stopTimers = (context: BrowserContext, shortest: number, longest: number) =>
  context.addInitScript(
    ([shortest, longest]) => {
      globalThis.timersStopped ??= 0
      const start = globalThis.setTimeout
      const startOthers = (handler: TimerHandler, delay = 0, ...rest: unknown[]) => {
        if (delay < shortest || delay > longest) return start(handler, delay, ...rest)
        globalThis.timersStopped++
        return 0
      }
      Object.assign(globalThis, { setTimeout: startOthers })
    },
    [shortest, longest] as const,
  )

/** From now on, pages that are loaded never poll. What a page still learns comes by the live stream. */
export const stopPolls = (context: BrowserContext) =>
  stopTimers(context, POLL_INTERVAL * 0.9, Number.MAX_SAFE_INTEGER)

/**
 * From now on, pages that are loaded keep what they say for three seconds only. A host that is busy may take as
 * long to look.
 */
export const keepMessages = (context: BrowserContext) => stopTimers(context, 2_500, 5_000)

/** How many timers of the page were stopped. Zero would mean that the page polls in another way. */
export const stoppedTimers = (page: Page) => page.evaluate(() => globalThis.timersStopped)
