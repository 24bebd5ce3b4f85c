/**
 * Our page against noVNC alone: `npm run bench -- desktop`. Both show the same desktop, in the same size, quality and
 * encodings. It measures frames and bytes while a terminal scrolls, the browser's processor time for each frame, and
 * the time from key to picture. The host must do nothing else. Six rounds take two to three minutes.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from 'playwright'
import { readCount } from '../../scripts/command.ts'
import { createBench } from './benches.ts'
import { compare } from './desktop/statistics.ts'
import { type Kind, openViewers, type Viewers } from './desktop/viewers.ts'

const scrollMs = 3000
const keys = 40

async function countBytes(page: Page): Promise<() => number> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Network.enable')
  let bytes = 0
  cdp.on('Network.webSocketFrameReceived', ({ response }) => {
    bytes += response.opcode === 2 ? (response.payloadData.length * 3) / 4 : 0
  })
  return () => bytes
}

const middle = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN

async function play(viewers: Viewers, kind: Kind): Promise<Record<string, number>> {
  const page = await viewers.open(kind)
  await page.keyboard.type('clear')
  await page.keyboard.press('Enter')
  await delay(500)
  await page.evaluate(() => {
    globalThis.delays = []
  })
  for (let key = 0; key < keys; key++) {
    await page.keyboard.press('x')
    // The delays differ, so that keys are not in step with the server's frames.
    await delay(35 + (key % 8))
  }
  const keyToPicture = middle(await page.evaluate(() => globalThis.delays))
  await page.keyboard.press('Control+u')

  await page.keyboard.type(`timeout ${scrollMs / 1000 + 1.5} yes "$(seq -s ' ' 30)" | nl`)
  await page.keyboard.press('Enter')
  await delay(700)
  const bytes = await countBytes(page)
  const flips = () => page.evaluate(() => ({ at: performance.now(), count: globalThis.flips }))
  const [before, worked] = [await flips(), await viewers.worked()]
  await delay(scrollMs)
  const [after, work, received] = [await flips(), (await viewers.worked()) - worked, bytes()]
  const [frames, seconds] = [after.count - before.count, (after.at - before.at) / 1000]
  await delay(1200)
  await page.context().close()
  return {
    'frames/s': frames / seconds,
    'kB/frame': received / 1000 / frames,
    'CPU ms/frame': (work * 1000) / frames,
    'key to picture, ms': keyToPicture,
  }
}

const rounds = readCount(createBench('desktop'), 'rounds', 'how often', 6)
const viewers = await openViewers()
const results: Record<Kind, Record<string, number>[]> = { ours: [], plain: [] }
// The first round warms caches up and does not count.
for (let round = 0; round <= rounds; round++) {
  // The order alternates, so that other work of the host affects both equally.
  for (const kind of round % 2 ? (['plain', 'ours'] as const) : (['ours', 'plain'] as const)) {
    const result = await play(viewers, kind)
    if (round > 0) results[kind].push(result)
    console.log(round || 'warm-up', kind, result)
  }
}
await viewers.close()
console.table(compare(results))
