import type { Page } from 'playwright'
import { traceDuring } from './dev-tools.ts'

/** Milliseconds from one picture of a screen to the next. */
const FRAME = 1000 / 60

export interface Frames {
  /** Frames a second that the page's main thread has time for. Only the thread's own time counts. */
  readonly main: number
  /** The main thread's milliseconds for the longest frame. */
  readonly longest: number
  /** Frames a second on the screen, where a view also scrolls while the main thread is busy. */
  readonly shown: number
  /** Percent of the shown frames that lacked a part, because it was not painted in time. */
  readonly incomplete: number
}

/** The frames while `act` moves the view. */
export async function framesDuring(page: Page, act: () => Promise<unknown>): Promise<Frames> {
  const categories = ['toplevel', 'cc', 'viz', 'benchmark', 'disabled-by-default-devtools.timeline']
  const { events, isMain } = await traceDuring(page, categories, act)
  const begins = events
    .filter(event => event.name === 'ProxyMain::BeginMainFrame' && event.ph === 'X')
    .filter(isMain)
    .map(({ ts }) => ts)
    .sort((a, b) => a - b)
  // A frame ends with the task that paints it. What runs after that belongs to the next.
  const taken = begins.map(() => 0)
  for (const task of events) {
    if (task.name !== 'RunTask' || !isMain(task)) continue
    const frame = begins.findIndex(begin => begin >= task.ts)
    if (frame !== -1) taken[frame] = (taken[frame] ?? 0) + (task.tdur ?? 0) / 1000
  }
  const pictures = taken.reduce((sum, time) => sum + Math.max(1, Math.ceil(time / FRAME)), 0)

  const shown = events
    .filter(({ name, ph }) => name === 'PipelineReporter' && ph === 'b')
    .map(({ args }) => args?.frame_reporter ?? {})
    .filter(({ state, scroll_state: scroll }) => /PRESENTED/.test(state ?? '') && scroll !== NONE)
  const displayed = events
    .filter(({ name }) => name === 'Display::FrameDisplayed')
    .map(({ ts }) => ts)
    .sort((a, b) => a - b)
  const seconds = ((displayed.at(-1) ?? 0) - (displayed[0] ?? 0)) / 1_000_000
  const lacking = shown.filter(({ has_missing_content: lacks }) => lacks).length
  return {
    main: (60 * begins.length) / pictures,
    longest: Math.max(...taken),
    shown: displayed.length / seconds,
    incomplete: (100 * lacking) / shown.length,
  }
}

const NONE = 'SCROLL_NONE'
