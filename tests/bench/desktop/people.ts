/**
 * People at their desktops, in their own process, so that their work is not counted. The parent process forks
 * `people.ts` and sends it the addresses of desktops. A person asks for 20 pictures a second. A person who works
 * presses 4 keys a second, and opens a page of text every 5 seconds.
 */
import { setInterval as every } from 'node:timers/promises'
import { ticketOf, type Viewer, view } from '../../platform/desktop/rfb.ts'

export interface People {
  desktops: readonly { origin: string; url: string }[]
  isWorking: boolean
}

/** Without JPEG, as our page asks for text. */
const encodings = [7, 5, 1, 0, -254]

async function sit({ origin, url }: People['desktops'][number], isWorking: boolean) {
  const viewer = await view(origin, ticketOf(url))
  const wanted = Buffer.alloc(4 + 4 * encodings.length)
  wanted.writeUInt8(2)
  wanted.writeUInt16BE(encodings.length, 2)
  for (const [at, encoding] of encodings.entries()) wanted.writeInt32BE(encoding, 4 + 4 * at)
  viewer.send(wanted)
  process.send?.('seated')
  void watch(viewer)
  if (isWorking) void work(viewer)
}

async function watch(viewer: Viewer) {
  const request = Buffer.from([3, 1, 0, 0, 0, 0, 0x05, 0x00, 0x03, 0x20])
  for await (const _ of every(50)) {
    viewer.forget()
    viewer.send(request)
  }
}

async function work(viewer: Viewer) {
  let presses = 0
  for await (const _ of every(250)) {
    presses++
    if (presses % 20 > 0) viewer.type(presses % 20 === 19 ? '\n' : 'x')
    else viewer.type('ls -l /usr/bin | tail -n 40\n')
  }
}

process.on('message', async ({ desktops, isWorking }: People) => {
  for (const desktop of desktops) await sit(desktop, isWorking)
})
