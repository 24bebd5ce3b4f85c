import type { Socket } from 'node:net'
import type { WebSocket } from 'ws'

/** What a desktop's page is told when its WebSocket is closed; `src/api/vnc/channel.ts` reads them. */
export const closeCodes = { ticketRefused: 4401, notRunning: 4404, ended: 4410 } as const

/** How much may wait for a slow line: enough to fill it, too little to lag behind. */
const highWater = 256 * 1024

/**
 * Joins a desktop's connection with a browser's. Binary messages are RFB; a text is sent back as it
 * came, behind all that waits, so that the page can measure its line. Who sends faster than the
 * other side takes is not read from until that has taken it.
 */
export function bridge(page: WebSocket, display: Socket): void {
  let isDisplayFull = false
  /** What the page has not taken yet holds up both: the display's picture, and its own texts. */
  const pace = () => {
    const isPageFull = page.bufferedAmount >= highWater
    if (isPageFull) display.pause()
    else display.resume()
    if (isPageFull || isDisplayFull) page.pause()
    else page.resume()
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
    if (isDisplayFull) page.pause()
  })
  page.on('error', () => display.destroy())
  page.on('close', () => display.destroy())
}
