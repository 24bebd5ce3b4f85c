import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { WebSocket } from 'ws'
import type { Sharing, SharingCommand, ShownScreens } from '../../../src/api/contract.ts'

/** A minimal RFB client over the desktop's WebSocket, enough to type. */
export interface Viewer {
  readonly greeting: string
  readonly width: number
  readonly name: string
  type(text: string): void
  key(keysym: number, down: boolean): void
  /** What the platform announced about watchers. */
  readonly announced: Sharing[]
  /** What the platform announced about the owner's pages. */
  readonly screens: ShownScreens['screens'][]
  command(text: SharingCommand): void
  /** Sends these bytes of RFB. */
  send(bytes: Buffer): void
  /** All bytes of RFB that came after the greeting and were not read yet. */
  received(): Buffer
  /** Keeps nothing of what came. */
  forget(): void
  /** Sends a text and resolves with what comes back. */
  echo(text: string): Promise<string>
  close(): Promise<void>
  readonly closed: Promise<number>
}

export const ticketOf = (url: string | null) => new URL(url ?? '').hash.replace('#ticket=', '')

/** @param search the query of its address, as `?screen=2` */
export function openSocket(origin: string, ticket: string, search = ''): WebSocket {
  const address = `${origin.replace('http', 'ws')}/desktop/socket${search}`
  return new WebSocket(address, ['guidon.desktop', ticket])
}

/** The HTTP status by which the platform refuses a page's socket. */
export async function refusalOf(origin: string, ticket: string): Promise<number | undefined> {
  const socket = openSocket(origin, ticket)
  const [, response] = (await once(socket, 'unexpected-response')) as [unknown, IncomingMessage]
  // Otherwise the library would wait until we end the socket.
  socket.once('error', () => {}).terminate()
  return response.statusCode
}

export async function view(origin: string, ticket: string, search?: string): Promise<Viewer> {
  const socket = openSocket(origin, ticket, search)
  const closed = once(socket, 'close').then(([code]) => code as number)
  const chunks: Buffer[] = []
  let wake = () => {}
  const announced: Sharing[] = []
  const screens: ShownScreens['screens'][] = []
  const texts: ((text: string) => void)[] = []
  socket.on('message', (data: Buffer, isBinary) => {
    const text = isBinary ? '' : data.toString()
    if (text.startsWith('{')) {
      const news = JSON.parse(text) as Sharing | ShownScreens
      return void ('screens' in news ? screens.push(news.screens) : announced.push(news))
    }
    if (!isBinary) return texts.shift()?.(text)
    chunks.push(data)
    wake()
  })
  const read = async (length: number): Promise<Buffer> => {
    for (;;) {
      const all = Buffer.concat(chunks.splice(0))
      chunks.push(all.subarray(all.length < length ? 0 : length))
      if (all.length >= length) return all.subarray(0, length)
      await Promise.race([new Promise<void>(resolve => (wake = resolve)), failing(closed)])
    }
  }

  const greeting = (await read(12)).toString()
  socket.send(Buffer.from(greeting))
  const [count = 0] = await read(1)
  await read(count)
  socket.send(Buffer.from([1]))
  await read(4)
  socket.send(Buffer.from([1]))
  const init = await read(24)
  const name = (await read(init.readUInt32BE(20))).toString()

  const key = (keysym: number, down: boolean) => {
    const message = Buffer.alloc(8)
    message.writeUInt8(4, 0)
    message.writeUInt8(down ? 1 : 0, 1)
    message.writeUInt32BE(keysym, 4)
    socket.send(message)
  }
  return {
    greeting,
    name,
    announced,
    screens,
    command: text => socket.send(text),
    send: bytes => socket.send(bytes),
    received: () => Buffer.concat(chunks),
    forget: () => void chunks.splice(0),
    width: init.readUInt16BE(0),
    key,
    type(text) {
      if (socket.readyState !== WebSocket.OPEN)
        throw new Error('The socket of the desktop is closed.')
      for (const char of text) {
        const point = char.codePointAt(0) ?? 0
        const keysym = char === '\n' ? 0xff0d : point < 0x100 ? point : 0x0100_0000 + point
        key(keysym, true)
        key(keysym, false)
      }
    },
    echo: text =>
      new Promise(resolve => {
        texts.push(resolve)
        socket.send(text)
      }),
    async close() {
      socket.close()
      await closed
    },
    closed,
  }
}

const failing = (closed: Promise<number>) =>
  closed.then(code => {
    throw new Error(`the platform closed the socket with ${code}`)
  })
