import { createServer } from 'node:http'
import { join } from 'node:path'
import { expect, test } from 'playwright/test'
import { type WebSocket, WebSocketServer } from 'ws'
import { listen } from '../../support/servers/listen.ts'
import { serveDist } from './static.ts'

const dist = process.env.GUIDON_DIST ?? join(import.meta.dirname, '../../../dist')

/** Serves the page of a desktop, and a desktop that claims these sizes for itself, one after the other. */
async function serveDesktop(sizes: readonly [width: number, height: number][]) {
  const server = createServer(serveDist(dist, ''))
  const sockets = new WebSocketServer({ server, handleProtocols: ([first = '']) => first })
  const closed = Promise.withResolvers<void>()
  sockets.on('connection', socket => {
    socket.on('close', () => closed.resolve())
    greet(socket, sizes)
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

const colours = Buffer.from([32, 24, 0, 1, 0, 255, 0, 255, 0, 255, 16, 8, 0, 0, 0, 0])
const size = (width: number, height: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt16BE(width)
  bytes.writeUInt16BE(height, 2)
  return bytes
}
/** One rectangle with this encoding, from the corner on. */
const rectangle = (width: number, height: number, encoding: number, content: Buffer) => {
  const code = Buffer.alloc(4)
  code.writeInt32BE(encoding)
  const head = Buffer.from([0, 0, 0, 1, 0, 0, 0, 0])
  return Buffer.concat([head, size(width, height), code, content])
}
const desktopSize = -223
const tight = 7
/** One colour for all of it. */
const plain = Buffer.from([0x80, 200, 30, 30])

function greet(socket: WebSocket, [first, ...later]: readonly [number, number][]): void {
  const answers = [
    // No password.
    Buffer.from([1, 1]),
    Buffer.alloc(4),
    Buffer.concat([size(...(first ?? [1, 1])), colours, Buffer.from([0, 0, 0, 1, 120])]),
  ]
  socket.send(Buffer.from('RFB 003.008\n'))
  socket.on('message', (data, isBinary) => {
    if (!isBinary) return socket.send(String(data))
    const answer = answers.shift()
    if (!answer) return
    socket.send(answer)
    if (answers.length > 0) return
    socket.send(rectangle(...(first ?? [1, 1]), tight, plain))
    for (const [width, height] of later)
      socket.send(rectangle(width, height, desktopSize, Buffer.alloc(0)))
  })
}

const canvas = '#screen canvas:not([data-ghost])'

test('a desktop of usual size is shown, also after it has become larger', async ({ page }) => {
  const { address, close } = await serveDesktop([
    [1280, 800],
    [7000, 5000],
  ])
  await page.goto(address)
  await expect(page.locator(canvas)).toBeVisible()
  await expect(page.getByText('Connecting to your desktop')).toBeHidden()
  close()
})

test.describe('a desktop that is too large for a tab is left', () => {
  const sizes: Record<string, [number, number][]> = {
    'from the start': [[8000, 8000]],
    later: [
      [1280, 800],
      [8000, 8000],
    ],
  }
  for (const [when, all] of Object.entries(sizes))
    test(when, async ({ page }) => {
      const errors: string[] = []
      page.on('pageerror', ({ message }) => errors.push(message))
      const { address, closed, close } = await serveDesktop(all)
      await page.goto(address)
      await closed
      await expect(page.getByText('Connection lost. Reconnecting…')).toBeVisible()
      expect(errors[0]).toBe('The desktop is too large: 8000 × 8000 pixels.')
      close()
    })
})
