/**
 * Our page against noVNC alone, on the same desktop: frames and bytes while a terminal scrolls, and
 * the time from key to picture. `npm run bench -- desktop [rounds]`.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright'
import { type Stage, setStage } from './desktop/stage.ts'

const scrollMs = 5000
const keys = 60

interface Round {
  framesPerSecond: number
  kilobytesPerSecond: number
  keyToPicture: number
}

const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN

async function countBytes(page: Page): Promise<() => number> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Network.enable')
  let bytes = 0
  cdp.on('Network.webSocketFrameReceived', ({ response }) => {
    bytes += response.opcode === 2 ? (response.payloadData.length * 3) / 4 : 0
  })
  return () => bytes
}

async function play(stage: Stage, kind: 'ours' | 'plain'): Promise<Round> {
  const page = await stage.open(kind)
  await page.keyboard.type('clear')
  await page.keyboard.press('Enter')
  await pause(500)
  await page.evaluate(() => {
    globalThis.delays = []
  })
  for (let key = 0; key < keys; key++) {
    await page.keyboard.press('x')
    await pause(60)
  }
  const keyToPicture = median(await page.evaluate(() => globalThis.delays))
  await page.keyboard.press('Control+u')

  await page.keyboard.type(`timeout ${scrollMs / 1000 + 2} yes "$(seq -s ' ' 30)" | nl`)
  await page.keyboard.press('Enter')
  await pause(1000)
  const bytes = await countBytes(page)
  const before = await page.evaluate(() => globalThis.flips)
  await pause(scrollMs)
  const flips = (await page.evaluate(() => globalThis.flips)) - before
  const received = bytes()
  await pause(2000)
  await page.context().close()
  return {
    framesPerSecond: flips / (scrollMs / 1000),
    kilobytesPerSecond: received / 1000 / (scrollMs / 1000),
    keyToPicture,
  }
}

const rounds = Number(process.argv[2] ?? 3)
const stage = await setStage()
const results: Record<'ours' | 'plain', Round[]> = { ours: [], plain: [] }
for (let round = 0; round < rounds; round++) {
  // Turn and turn about, so that what else the machine does falls on both.
  for (const kind of round % 2 ? (['plain', 'ours'] as const) : (['ours', 'plain'] as const)) {
    const result = await play(stage, kind)
    results[kind].push(result)
    console.log(kind, result)
  }
}
await stage.close()
const row = (of: Round[]) => ({
  'frames/s': median(of.map(one => one.framesPerSecond)).toFixed(1),
  'kB/s': median(of.map(one => one.kilobytesPerSecond)).toFixed(0),
  'key to picture, ms': median(of.map(one => one.keyToPicture)).toFixed(1),
})
console.table({ ours: row(results.ours), 'noVNC alone': row(results.plain) })
