import type { Socket } from 'node:net'
import type { WebSocket } from 'ws'

/** What a desktop's page is told when its WebSocket is closed; `src/api/vnc/channel.ts` reads them. */
export const closeCodes = { ticketRefused: 4401, notRunning: 4404, ended: 4410 } as const

/** How much may wait for a slow line: enough to fill it, too little to lag behind. */
const highWater = 256 * 1024

/**
 * Joins a desktop's connection with a browser's. Binary messages are RFB; a text is sent back as it
 * came, behind all that waits, so that the page can measure its line.
 */
export function bridge(page: WebSocket, display: Socket): void {
  display.on('data', (chunk: Buffer) => {
    page.send(chunk, () => {
      if (page.bufferedAmount < highWater) display.resume()
    })
    if (page.bufferedAmount >= highWater) display.pause()
  })
  display.on('drain', () => page.resume())
  display.on('error', () => page.close(closeCodes.notRunning))
  display.on('close', () => page.close(closeCodes.ended))

  page.on('message', (data: Buffer, isBinary) => {
    if (!isBinary) page.send(data, { binary: false })
    else if (!display.write(data)) page.pause()
  })
  page.on('error', () => display.destroy())
  page.on('close', () => display.destroy())
}
