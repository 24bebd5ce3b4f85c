/**
 * Our page against noVNC alone, each on a bad connection: 300 ms to the platform and back, 1 Mbit/s, 2 % of all
 * packets lost in each direction. `npm run bench -- desktop-bad-connection`, as root, with socat and iproute2.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { CDPSession, Page } from 'playwright'
import { readCount } from '../../scripts/command.ts'
import { createBench } from './benches.ts'
import { near, openLossyNetwork } from './desktop/lossy-network.ts'
import { compare, quantile } from './desktop/statistics.ts'
import { type Kind, openViewers, type Viewers } from './desktop/viewers.ts'

const bad = { delay: 150, bytesPerSecond: 125_000, loss: 0.02, queue: 64_000 }
const keys = 25
const scrollMs = 10_000
/** A page of a manual: what people read. */
const text = 'head -n 42 /usr/share/common-licenses/Artistic'

/** Counts the received bytes of pictures. */
async function countBytes(page: Page): Promise<{ bytes(): number; cdp: CDPSession }> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Network.enable')
  let bytes = 0
  cdp.on('Network.webSocketFrameReceived', ({ response }) => {
    bytes += response.opcode === 2 ? (response.payloadData.length * 3) / 4 : 0
  })
  return { bytes: () => bytes, cdp }
}

/** Waits until the picture has stayed the same for that long. */
async function settle(page: Page, ms = 2500): Promise<void> {
  await page.evaluate(
    quietFor =>
      new Promise<void>(resolve => {
        let [seen, since] = [globalThis.flips, performance.now()]
        const timer = setInterval(() => {
          if (globalThis.flips !== seen) [seen, since] = [globalThis.flips, performance.now()]
          else if (performance.now() - since > quietFor) {
            clearInterval(timer)
            resolve()
          }
        }, 50)
      }),
    ms,
  )
}

const command = async (page: Page, line: string) => {
  await page.keyboard.type(line)
  await settle(page)
  await page.keyboard.press('Enter')
}

async function pressKeys(page: Page): Promise<number[]> {
  await page.evaluate(() => {
    globalThis.delays = []
  })
  for (let key = 0; key < keys; key++) {
    await page.keyboard.press('x')
    // Waits for its picture: on this connection, the next key would otherwise count it as its own.
    await page.waitForFunction(count => globalThis.delays.length > count, key, { polling: 20 })
    await delay(40 + (key % 8) * 11)
  }
  const delays = await page.evaluate(() => globalThis.delays)
  await page.keyboard.press('Control+u')
  await settle(page)
  return delays
}

/** Milliseconds from Enter until the text can be read, and until its picture is exactly that of the desktop. */
async function showText(page: Page, bytes: () => number) {
  await command(page, `clear; ${text}`)
  await settle(page, 5000)
  await page.evaluate(() => globalThis.keepPicture())
  await command(page, 'clear')
  await settle(page)
  await page.keyboard.type(`clear; ${text}`)
  await settle(page)
  const before = bytes()
  await page.evaluate(() => globalThis.compareFrames(true))
  await page.keyboard.press('Enter')
  await settle(page, 5000)
  const { readable, sharp } = await page.evaluate(() => globalThis.alike)
  await page.evaluate(() => globalThis.compareFrames(false))
  // Zero: that picture never came.
  return { readable, sharp, kilobytes: (bytes() - before) / 1000 }
}

async function play(viewers: Viewers, kind: Kind): Promise<Record<string, number>> {
  const page = await viewers.open(kind)
  const { bytes } = await countBytes(page)
  await settle(page)
  const shown = await showText(page, bytes)
  await command(page, 'clear')
  await settle(page)
  const idle = await pressKeys(page)

  await page.keyboard.type('yes "$(seq -s \' \' 30)" | nl')
  await settle(page)
  await page.keyboard.press('Enter')
  // Meanwhile the quality settles at a step.
  await delay(8000)
  const flips = () => page.evaluate(() => globalThis.flips)
  const [frames, received] = [await flips(), bytes()]
  await delay(scrollMs)
  const [count, volume] = [(await flips()) - frames, bytes() - received]
  const pressed = performance.now()
  await page.keyboard.press('Control+c')
  await settle(page, 2000)
  const stopped = performance.now() - pressed - 2000
  await page.context().close()
  return {
    'text can be read after, ms': shown.readable,
    'text is exact after, ms': shown.sharp,
    'the same, kB': shown.kilobytes,
    'key to picture, median, ms': quantile(idle, 0.5),
    'key to picture, one of ten, ms': quantile(idle, 0.9),
    'scrolling, frames/s': (count * 1000) / scrollMs,
    'scrolling, kB/frame': volume / 1000 / count,
    'from Ctrl C until it stands still, ms': stopped,
  }
}

const rounds = readCount(createBench('desktop-bad-connection'), 'rounds', 'how often', 3)
const results: Record<Kind, Record<string, number>[]> = { ours: [], plain: [] }

async function playAll(viewers: Viewers): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    for (const kind of round % 2 ? (['plain', 'ours'] as const) : (['ours', 'plain'] as const)) {
      const result = await play(viewers, kind)
      results[kind].push(result)
      console.log(round + 1, kind, result)
    }
  }
}

const network = await openLossyNetwork(bad)
try {
  const viewers = await openViewers({ host: near, beyond: network.beyond, quality: 'auto' })
  await playAll(viewers).finally(viewers.close)
} finally {
  await network.close()
}
console.table(compare(results))
