import type { CDPSession, Page } from 'playwright'

/** The reports of a page's documents. Times are milliseconds since the epoch. */
type Report =
  | { kind: 'paint'; at: number }
  /** The frame with the content was drawn. */
  | { kind: 'content'; at: number }
  | { kind: 'task'; at: number; ms: number }
  /** Nothing is left to do after the content. */
  | { kind: 'idle'; at: number }

declare global {
  var reportMoment: (report: string) => void
}

/** Runs in each document. What `selector` finds is the content. */
function reportMoments(selector: string) {
  const report = (kind: string, time: number, ms = 0) =>
    reportMoment(JSON.stringify({ kind, at: performance.timeOrigin + time, ms }))
  new PerformanceObserver(list => {
    for (const { name, startTime } of list.getEntries())
      if (name === 'first-contentful-paint') report('paint', startTime)
  }).observe({ type: 'paint', buffered: true })
  new PerformanceObserver(list => {
    for (const { startTime, duration } of list.getEntries()) report('task', startTime, duration)
  }).observe({ type: 'longtask', buffered: true })

  const observer = new MutationObserver(look)
  observer.observe(document, { childList: true, subtree: true, attributes: true })
  function look() {
    if (!document.querySelector(selector)) return
    observer.disconnect()
    // A message comes before the timers of the page, which may start long work in this frame.
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      report('content', performance.now())
      requestIdleCallback(() => report('idle', performance.now()), { timeout: 2000 })
    }
    requestAnimationFrame(() => port2.postMessage(null))
  }
}

/** In milliseconds. */
const LONGEST = 60_000

export interface Moments {
  /** Resolves when the content is there and the page is idle. */
  readonly ended: Promise<{ content: number; paint: number | null; longestTask: number }>
  begin(): void
}

/**
 * Notes what the documents of a page report after `begin`. Playwright's ways of waiting put a script of theirs
 * into the page, which on a slow processor delays what is measured.
 */
export async function watchMoments(
  page: Page,
  cdp: CDPSession,
  selector: string,
): Promise<Moments> {
  let begunAt = Infinity
  const reports: Report[] = []
  let end = () => {}
  const isIdle = new Promise<void>(resolve => {
    end = resolve
  })
  cdp.on('Runtime.bindingCalled', ({ name, payload }) => {
    if (name !== 'reportMoment') return
    const report = JSON.parse(payload) as Report
    if (report.at < begunAt) return
    reports.push(report)
    if (report.kind === 'idle') end()
  })
  await cdp.send('Runtime.enable')
  await cdp.send('Runtime.addBinding', { name: 'reportMoment' })
  await page.addInitScript(reportMoments, selector)

  const wait = async () => {
    let timer: NodeJS.Timeout | undefined
    const timeout = new Promise<never>((_, reject) => {
      const error = () => new Error(`${page.url()} never showed ${selector}`)
      timer = setTimeout(() => reject(error()), LONGEST)
    })
    await Promise.race([isIdle, timeout]).finally(() => clearTimeout(timer))
    const first = (kind: Report['kind']) => reports.find(report => report.kind === kind)?.at ?? null
    const tasks = reports.map(report => (report.kind === 'task' ? report.ms : 0))
    return {
      content: first('content') ?? Number.NaN,
      paint: first('paint'),
      longestTask: Math.max(0, ...tasks),
    }
  }
  return {
    begin() {
      begunAt = Date.now()
    },
    get ended() {
      return wait()
    },
  }
}
