/**
 * What a poll costs if its answer is unchanged: `npm run bench -- polls`. React's commits on each page, and the
 * heap after all polls beside that after a tenth.
 */
import type { CDPSession, Page } from 'playwright'
import { readCount } from '../../scripts/command.ts'
import { createBench } from './benches.ts'
import { devTools } from './servers/dev-tools.ts'
import { createFigures } from './servers/figures.ts'
import { openServers } from './servers/servers.ts'
import { letHide, poll } from './servers/visibility.ts'

const polls = readCount(createBench('polls'), 'polls', 'how many', 1000)
/** Polls of each page for the commits; the heap takes further ones. */
const POLLS = 5
const pages: Record<string, string[]> = {
  '/': [],
  '/my-team': ['/v1/user/team'],
  '/solves-calendar': ['/v1/stats/solvetimes'],
  '/challenge/web/hangar-search': ['/v1/challenges/hangar-search/instance'],
  '/scoreboard': ['/v1/stats/scoreboard'],
}
/** Code that does not have its colours or its button yet. */
const lateCode = 'pre > [class^=language-], pre:last-child'
const always = ['/v1/user', '/v1/user/stats']

declare global {
  var commits: number
}

/** React reports each commit to the developer tools, even in a production build. */
function countCommits() {
  globalThis.commits = 0
  const hook = {
    supportsFiber: true,
    renderers: new Map(),
    inject: () => 1,
    onCommitFiberRoot() {
      globalThis.commits += 1
    },
    onCommitFiberUnmount() {},
    onPostCommitFiberRoot() {},
    checkDCE() {},
  }
  Object.assign(globalThis, { __REACT_DEVTOOLS_GLOBAL_HOOK__: hook })
}

async function commitsOf(page: Page, paths: string[]): Promise<number> {
  const count = () => page.evaluate(() => globalThis.commits)
  const before = await count()
  if (before === 0) throw new Error('React tells of no commit at all.')
  for (let turn = 0; turn < POLLS; turn++) await poll(page, paths)
  await page.waitForTimeout(500)
  return (await count()) - before
}

async function heapOf(page: Page, cdp: CDPSession): Promise<number> {
  await page.evaluate(() => performance.clearResourceTimings())
  await cdp.send('HeapProfiler.collectGarbage')
  return (await cdp.send('Runtime.getHeapUsage')).usedSize / 1e6
}

const figures = createFigures()
const servers = await openServers()
try {
  const participant = await servers.enter('metronome')
  const { page } = participant
  await letHide(page)
  await page.addInitScript(countCommits)
  for (const [path, own] of Object.entries(pages)) {
    await participant.visit(path)
    // The first poll may still change something. The colours and the button of code come later.
    await poll(page, [...always, ...own])
    await page.waitForFunction(late => document.querySelector(late) === null, lateCode)
    const commits = await commitsOf(page, [...always, ...own])
    figures.atMost(`${path}: commits in ${POLLS} polls`, commits, 0, 'commits')
  }
  const cdp = await devTools(page)
  for (let turn = 0; turn < polls / 10; turn++) await poll(page)
  const early = await heapOf(page, cdp)
  for (let turn = 0; turn < polls * 0.9; turn++) await poll(page)
  const late = await heapOf(page, cdp)
  console.log(
    `      ${early.toFixed(2)} MB after ${polls / 10} polls, ${late.toFixed(2)} MB after ${polls}`,
  )
  figures.atMost('growth of the heap', Math.abs(late / early - 1) * 100, 5, '%')
} finally {
  await servers.close()
}
