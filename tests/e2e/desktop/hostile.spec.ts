import { createServer } from 'node:http'
import { join } from 'node:path'
import { expect, type Page, test } from 'playwright/test'
import { type WebSocket, WebSocketServer } from 'ws'
import { listen } from '../../support/servers/listen.ts'
import { pictureIn } from './live-canvas.ts'
import { serveDist } from './static.ts'

const dist = process.env.GUIDON_DIST ?? join(import.meta.dirname, '../../../dist')

/** Serves the page of a desktop, and a desktop of this size that sends the rest after its first picture. */
async function serveDesktop(first: Size, ...rest: Buffer[]) {
  const server = createServer(serveDist(dist, ''))
  const sockets = new WebSocketServer({ server, handleProtocols: ([first = '']) => first })
  const closed = Promise.withResolvers<void>()
  sockets.on('connection', socket => {
    socket.on('close', () => closed.resolve())
    greet(socket, first, rest)
  })
  const port = await listen(server)
  return {
    address: `http://127.0.0.1:${port}/desktop.html?desktop=x#ticket=x`,
    /** The page has left a desktop. */
    closed: closed.promise,
    close() {
      for (const socket of sockets.clients) socket.terminate()
      server.close()
    },
  }
}

type Size = readonly [width: number, height: number]

const colours = Buffer.from([32, 24, 0, 1, 0, 255, 0, 255, 0, 255, 16, 8, 0, 0, 0, 0])
const numbers = (...values: number[]) => {
  const bytes = Buffer.alloc(2 * values.length)
  for (const [at, value] of values.entries()) bytes.writeUInt16BE(value, 2 * at)
  return bytes
}
/** One change of the picture, with these rectangles. */
const update = (...rectangles: Buffer[]) =>
  Buffer.concat([numbers(0, rectangles.length), ...rectangles])
/** A rectangle with this encoding, from the corner on. */
const rectangle = (size: Size, encoding: number, content = Buffer.alloc(0)) => {
  const code = Buffer.alloc(4)
  code.writeInt32BE(encoding)
  return Buffer.concat([numbers(0, 0, ...size), code, content])
}
const encodings = { rre: 2, tight: 7, desktopSize: -223 }
/** One colour for all of it. */
const plain = (size: Size) => rectangle(size, encodings.tight, Buffer.from([0x80, 200, 30, 30]))
const resize = (size: Size) => update(rectangle(size, encodings.desktopSize))

function greet(socket: WebSocket, first: Size, rest: readonly Buffer[]): void {
  const answers = [
    // No password.
    Buffer.from([1, 1]),
    Buffer.alloc(4),
    Buffer.concat([numbers(...first), colours, Buffer.from([0, 0, 0, 1, 120])]),
  ]
  socket.send(Buffer.from('RFB 003.008\n'))
  socket.on('message', (data, isBinary) => {
    if (!isBinary) return socket.send(String(data))
    const answer = answers.shift()
    if (!answer) return
    socket.send(answer)
    if (answers.length > 0) return
    socket.send(update(plain(first)))
    for (const message of rest) socket.send(message)
  })
}

const usual: Size = [1280, 800]
const large: Size = [7000, 5000]
const tooLarge: Size = [8000, 8000]

test('a desktop of usual size is shown, also after it has become larger', async ({ page }) => {
  const { address, close } = await serveDesktop(usual, resize(large))
  await page.goto(address)
  await expect(pictureIn(page)).toBeVisible()
  await expect(page.getByText('Connecting to your desktop')).toBeHidden()
  close()
})

test.describe('a desktop is left', () => {
  const isTooLarge = 'The desktop is too large: 8000 × 8000 pixels.'
  const isOutside = 'A part of the picture is outside of it.'
  const desktops: Record<string, [error: string | undefined, first: Size, ...rest: Buffer[]]> = {
    'that is too large for a tab': [isTooLarge, tooLarge],
    'that becomes too large for a tab': [isTooLarge, usual, resize(tooLarge)],
    'that draws outside of its picture': [isOutside, usual, update(plain(large))],
    'that draws parts within parts': [undefined, usual, update(rectangle(usual, encodings.rre))],
  }
  for (const [which, [error, ...desktop]] of Object.entries(desktops))
    test(which, async ({ page }) => {
      const errors: string[] = []
      page.on('pageerror', ({ message }) => errors.push(message))
      const { address, closed, close } = await serveDesktop(...desktop)
      await page.goto(address)
      await closed
      await expect(page.getByText('Connection lost. Reconnecting…')).toBeVisible()
      expect(errors[0]).toBe(error)
      close()
    })
})

/** Counts the pixels that the page fills and reads in one go. A page that cannot keep up would not respond. */
async function countPixels(page: Page) {
  await page.addInitScript(() => {
    const counts = { now: 0, most: 0, all: 0 }
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      counts.now = 0
    }
    const { prototype } = CanvasRenderingContext2D
    for (const name of ['fillRect', 'getImageData'] as const) {
      const draw = prototype[name] as (...args: number[]) => unknown
      prototype[name] = function (this: CanvasRenderingContext2D, ...args: number[]) {
        const [, , width = 0, height = 0] = args
        if (counts.now === 0) port2.postMessage(null)
        counts.now += width * height
        counts.all += width * height
        counts.most = Math.max(counts.most, counts.now)
        return draw.apply(this, args)
      } as never
    }
    Object.assign(window, { counts })
  })
  return () =>
    page.evaluate(() => (window as unknown as { counts: { most: number; all: number } }).counts)
}

test.describe('a page responds while its desktop sends a flood', () => {
  const floods: Record<string, Buffer> = {
    'of fills': update(...Array.from({ length: 20 }, () => plain(large))),
    'of sizes': Buffer.concat(
      Array.from({ length: 20 }, (_, at) => resize([3000 + (at % 2), 2000])),
    ),
  }
  for (const [what, flood] of Object.entries(floods))
    test(what, async ({ page }) => {
      const counts = await countPixels(page)
      const { address, close } = await serveDesktop(large, flood)
      await page.goto(address)
      await expect.poll(async () => (await counts()).all).toBeGreaterThan(115_000_000)
      expect((await counts()).most).toBeLessThan(120_000_000)
      close()
    })
})
