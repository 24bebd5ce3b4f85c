import { connect, type Socket } from 'node:net'

/** A connection that can send any bytes. */
export interface Raw {
  readonly socket: Socket
  send(bytes: string | Uint8Array): void
  /** Everything that came; resolves when the server has closed. */
  all(): Promise<string>
  /** Resolves with what came so far as soon as it matches; rejects if the server closes before. */
  until(pattern: RegExp): Promise<string>
}

export function openRaw(port: number): Raw {
  const socket = connect(port, '127.0.0.1')
  let text = ''
  const closed = new Promise<void>(resolve => socket.once('close', () => resolve()))
  // A server that refuses a request may close the connection while we still send.
  socket.on('error', () => {})
  socket.on('data', chunk => {
    text += chunk.toString('latin1')
  })
  return {
    socket,
    send: bytes => void socket.write(bytes),
    async all() {
      await closed
      return text
    },
    until: pattern =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (!pattern.test(text)) return
          socket.off('data', look)
          resolve(text)
        }
        socket.on('data', look)
        void closed.then(() => {
          look()
          reject(new Error(`closed after ${JSON.stringify(text)}`))
        })
        look()
      }),
  }
}

/** Sends one request and resolves with all that comes back. */
export function ask(port: number, request: string | Uint8Array): Promise<string> {
  const raw = openRaw(port)
  raw.send(request)
  return raw.all()
}

export const statusesIn = (text: string): number[] =>
  [...text.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map(([, status]) => Number(status))

/** The headers of the first answer, by names in lower case. */
export function headersIn(text: string): Record<string, string> {
  const [head = ''] = text.split('\r\n\r\n', 1)
  const lines = head.split('\r\n').slice(1)
  return Object.fromEntries(
    lines.map(line => {
      const at = line.indexOf(':')
      return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()]
    }),
  )
}
