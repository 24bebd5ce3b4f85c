/**
 * How soon a page that is signed in shows its content, its caches cold, on a slow processor and a
 * slow line: `npm run bench -- first-content [loads] [--requests]`, 5 loads of each
 * without; `--requests` prints what the last load of each asked for, and when.
 */
import { parseArgs } from 'node:util'
import type { Browser, CDPSession } from 'playwright'
import type { Participant } from '../../scripts/shots/participant.ts'
import { devTools, type Line, lines, slowLine, slowProcessor } from './servers/browser.ts'
import { createFigures, median } from './servers/figures.ts'
import { coldContext, openServers } from './servers/servers.ts'

/** What one comes for: not the frame around it, and no placeholder. */
const contents = {
  home: { path: '/', selector: 'main ol > li' },
  scoreboard: { path: '/scoreboard', selector: 'main tr[data-own]' },
  challenge: { path: '/challenge/web/hangar-search', selector: 'main article p + p' },
}

const budgets: [Line, keyof typeof contents, number][] = [
  [lines.fast4G, 'home', 850],
  [lines.slow4G, 'home', 2200],
  [lines.slow4G, 'scoreboard', 2400],
  [lines.slow4G, 'challenge', 2400],
]

/** Notes when the first frame with the content was drawn. */
function watchFor(selectors: string[]) {
  const isThere = () => selectors.every(selector => document.querySelector(selector))
  const observer = new MutationObserver(() => {
    if (!isThere()) return
    observer.disconnect()
    requestAnimationFrame(() => setTimeout(() => globalThis.contentShown(`${performance.now()}`)))
  })
  observer.observe(document, { childList: true, subtree: true, attributes: true })
}

declare global {
  var contentShown: (milliseconds: string) => void
}

/**
 * Told by the page itself. Playwright's ways of waiting put a script of theirs into the page, which on
 * a slow processor delays what is measured.
 */
async function timeOfContent(cdp: CDPSession): Promise<() => Promise<number>> {
  await cdp.send('Runtime.enable')
  const shown = new Promise<number>(resolve => {
    cdp.on('Runtime.bindingCalled', ({ name, payload }) => {
      if (name === 'contentShown') resolve(Number(payload))
    })
  })
  await cdp.send('Runtime.addBinding', { name: 'contentShown' })
  return () => shown
}

async function load(
  browser: Browser,
  participant: Participant,
  path: string,
  selectors: string[],
  line: Line,
) {
  const context = await coldContext(browser, participant)
  const page = await context.newPage()
  await page.addInitScript(watchFor, selectors)
  const cdp = await devTools(page)
  await slowLine(cdp, line)
  await slowProcessor(cdp)
  const content = await timeOfContent(cdp)
  await page.goto(new URL(path, participant.page.url()).href, { waitUntil: 'commit' })
  const time = await content()
  const requests = await page.evaluate(() =>
    [
      ...performance.getEntriesByType('navigation'),
      ...performance.getEntriesByType('resource'),
    ].map(entry => {
      const { name, startTime, requestStart, responseEnd, encodedBodySize } =
        entry as PerformanceResourceTiming
      const row = [startTime, requestStart, responseEnd, encodedBodySize].map(Math.round)
      return `${row.map(number => String(number).padStart(7)).join('')}  ${name}`
    }),
  )
  await context.close()
  return { time, requests }
}

const { values, positionals } = parseArgs({
  options: { requests: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const loads = Number(positionals[0] ?? 5)
const figures = createFigures()
const servers = await openServers()
try {
  const participant = await servers.enter('early-bird')
  for (const [line, name, bound] of budgets) {
    const { path, selector } = contents[name]
    const times: number[] = []
    let requests: string[] = []
    for (let turn = 0; turn < loads; turn++) {
      const loaded = await load(servers.browser, participant, path, [selector], line)
      times.push(loaded.time)
      requests = loaded.requests
    }
    figures.atMost(`${name} on ${line.name}`, Math.round(median(times)), bound, 'ms')
    console.log(`      of ${times.map(Math.round).join(', ')} ms`)
    if (values.requests) console.log(['  start   sent    end  bytes', ...requests].join('\n'))
  }
} finally {
  await servers.close()
}
