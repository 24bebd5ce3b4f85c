/**
 * A connected desktop in a background tab, while its terminal goes on: does the heap grow? `npm run bench --
 * desktop-soak`; fails above 10 %. Playwright keeps every tab awake, so the page lies behind another one but is
 * never throttled.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { readCount } from '../../scripts/command.ts'
import { createBench } from './benches.ts'
import { openViewers } from './desktop/viewers.ts'

const minutes = readCount(createBench('desktop-soak'), 'minutes', 'how long', 60)
const viewers = await openViewers()
const page = await viewers.open('ours')
await page.keyboard.type('while sleep 1; do date; seq 20; done')
await page.keyboard.press('Enter')
const cdp = await page.context().newCDPSession(page)
const front = await page.context().newPage()
await front.bringToFront()

async function heap(): Promise<number> {
  await cdp.send('HeapProfiler.collectGarbage')
  return (await cdp.send('Runtime.getHeapUsage')).usedSize
}

// Code that is loaded once is loaded in the first tenth.
await delay(minutes * 6000)
const before = await heap()
await delay(minutes * 54_000)
const after = await heap()
const state = await page.evaluate(() => ({ flips: globalThis.flips, hidden: document.hidden }))
await viewers.close()
const growth = (after / before - 1) * 100
console.log({
  minutes,
  'heap before, MB': (before / 1e6).toFixed(2),
  'heap after, MB': (after / 1e6).toFixed(2),
  'growth, %': growth.toFixed(1),
  ...state,
})
if (growth > 10) process.exitCode = 1
