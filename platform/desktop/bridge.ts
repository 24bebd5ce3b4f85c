import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import { NotRfb } from './rfb/client-messages.ts'

/** Why a WebSocket was closed. `src/remote-desktop/socket.ts` reads these codes. */
export const closeCodes = {
  notRfb: 4400,
  ticketRefused: 4401,
  notRunning: 4404,
  ended: 4410,
} as const

/** How many bytes may wait for a slow page: enough to keep it busy, and too few for a long delay. */
const highWater = 256 * 1024

/**
 * How long one side may accept nothing while bytes wait for it, in milliseconds. The close of a paused
 * side would not be noticed.
 */
const maxStallMs = 60_000

interface BridgeOptions {
  /** Default: 60000. */
  stallMs?: number
  /**
   * Creates a filter. It takes a part of the page's messages, and returns what the display gets of it. `send` gives the
   * display more later. If the filter throws a `NotRfb`, both are closed. Default: the display gets all of it.
   */
  filter?: (send: (late: Buffer) => void) => (chunk: Buffer) => Buffer
  /** Whether a text was a command. Then it is not returned. */
  takeCommand?: (text: string) => boolean
}

/**
 * Joins a desktop's connection with a browser's. Binary messages are RFB. A text is sent back to the page
 * after all bytes that wait for the page, so that the page can measure its latency. A side that sends faster
 * than the other one accepts is paused, and after `stallMs` both are closed.
 */
export function bridge(page: WebSocket, display: Duplex, options: BridgeOptions = {}): void {
  const { stallMs = maxStallMs, takeCommand } = options
  let stall: NodeJS.Timeout | undefined
  let isDisplayFull = false
  /**
   * Bytes that wait for the page pause both sides: the display sends pictures, and the page's own texts
   * return to it.
   */
  const pace = () => {
    const isPageFull = page.bufferedAmount >= highWater
    if (isPageFull) display.pause()
    else display.resume()
    const isStalled = isPageFull || isDisplayFull
    if (isStalled) page.pause()
    else page.resume()
    // The time starts again whenever bytes are accepted, because a slow side is not a stalled one.
    clearTimeout(stall)
    if (isStalled) stall = setTimeout(() => page.terminate(), stallMs).unref()
  }
  const send = (data: Buffer, binary: boolean) => {
    page.send(data, { binary }, pace)
    if (page.bufferedAmount >= highWater) pace()
  }
  const toDisplay = (bytes: Buffer) => {
    if (display.destroyed) return
    isDisplayFull = !display.write(bytes)
    if (isDisplayFull) pace()
  }
  const filter = options.filter?.(toDisplay)
  display.on('data', (chunk: Buffer) => send(chunk, true))
  display.on('drain', () => {
    isDisplayFull = false
    pace()
  })
  display.on('error', () => page.close(closeCodes.notRunning))
  display.on('close', () => page.close(closeCodes.ended))

  page.on('message', (data: Buffer, isBinary) => {
    if (!isBinary) {
      if (!takeCommand?.(data.toString())) return send(data, false)
      // Its answer waits for the page, too.
      if (page.bufferedAmount >= highWater) pace()
      return
    }
    const passed = filter ? attempt(filter, data) : data
    if (!passed) return page.close(closeCodes.notRfb)
    toDisplay(passed)
  })
  page.on('error', () => display.destroy())
  page.on('close', () => {
    clearTimeout(stall)
    display.destroy()
  })
}

/** Null: it cannot be read. */
function attempt(filter: (chunk: Buffer) => Buffer, data: Buffer): Buffer | null {
  try {
    return filter(data)
  } catch (error) {
    if (error instanceof NotRfb) return null
    throw error
  }
}
