import type { Socket } from 'node:net'
import type { WebSocket } from 'ws'

/** What a desktop's page is told when its WebSocket is closed; `src/remote-desktop/channel.ts` reads them. */
export const closeCodes = { ticketRefused: 4401, notRunning: 4404, ended: 4410 } as const

/** How much may wait for a slow line: enough to fill it, too little to lag behind. */
const highWater = 256 * 1024

/**
 * How long one side may take nothing while something waits for it, in milliseconds. Who is not read
 * from cannot be heard to leave.
 */
const longestStall = 60_000

/**
 * Joins a desktop's connection with a browser's. Binary messages are RFB; a text is sent back as it
 * came, behind all that waits, so that the page can measure its line. Who sends faster than the
 * other side takes is not read from until that has taken it, or is given up.
 */
export function bridge(page: WebSocket, display: Socket, stallMs = longestStall): void {
  let stall: NodeJS.Timeout | undefined
  let isDisplayFull = false
  /** What the page has not taken yet holds up both: the display's picture, and its own texts. */
  const pace = () => {
    const isPageFull = page.bufferedAmount >= highWater
    if (isPageFull) display.pause()
    else display.resume()
    const isStalled = isPageFull || isDisplayFull
    if (isStalled) page.pause()
    else page.resume()
    // Anew each time: a slow line that takes something is not one that takes nothing.
    clearTimeout(stall)
    if (isStalled) stall = setTimeout(() => page.terminate(), stallMs).unref()
  }
  const send = (data: Buffer, binary: boolean) => {
    page.send(data, { binary }, pace)
    if (page.bufferedAmount >= highWater) pace()
  }
  display.on('data', (chunk: Buffer) => send(chunk, true))
  display.on('drain', () => {
    isDisplayFull = false
    pace()
  })
  display.on('error', () => page.close(closeCodes.notRunning))
  display.on('close', () => page.close(closeCodes.ended))

  page.on('message', (data: Buffer, isBinary) => {
    if (!isBinary) return send(data, false)
    isDisplayFull = !display.write(data)
    if (isDisplayFull) pace()
  })
  page.on('error', () => display.destroy())
  page.on('close', () => {
    clearTimeout(stall)
    display.destroy()
  })
}
