import { connect, type Socket } from 'node:net'

/** What was answered; `status` 0: the connection broke. */
export interface Reply {
  status: number
  etag: string
  body: string
}

interface Waiting {
  text: string
  done(reply: Reply): void
}

/** HTTP/1.1 connections that stay open, one request at a time on each. */
export interface Connections {
  /** @param which connection; the request waits until those before it were answered */
  send(which: number, text: string, done: (reply: Reply) => void): void
  close(): void
}

/**
 * A minimal client, since it shares the host with what it measures:
 * `node:http` costs more for a request than the platform does.
 */
export function openConnections(count: number, host: string, port: number): Connections {
  const connections = Array.from({ length: count }, () => connectTo(host, port))
  return {
    send: (which, text, done) => connections[which % count]?.send({ text, done }),
    close: () => {
      for (const connection of connections) connection.close()
    },
  }
}

function connectTo(host: string, port: number) {
  let socket: Socket | null = null
  let current: Waiting | null = null
  let waiting: Waiting[] = []
  let received: Buffer = Buffer.alloc(0)

  const finish = (reply: Reply) => {
    const { done } = current ?? {}
    current = null
    done?.(reply)
    next()
  }
  const hear = (chunk: Buffer) => {
    received = received.length > 0 ? Buffer.concat([received, chunk]) : chunk
    const end = received.indexOf('\r\n\r\n')
    if (end < 0) return
    const head = received.toString('latin1', 0, end)
    const length = Number(/content-length: *(\d+)/i.exec(head)?.[1] ?? 0)
    if (/transfer-encoding/i.test(head)) throw new Error('this client reads no chunks')
    const whole = end + 4 + length
    if (received.length < whole) return
    const body = received.toString('utf8', end + 4, whole)
    received = received.subarray(whole)
    const etag = /\r\netag: *(\S+)/i.exec(head)?.[1] ?? ''
    finish({ status: Number(head.slice(9, 12)), etag, body })
  }
  const open = () => {
    const opened = connect({ host, port, noDelay: true })
    opened.on('data', hear)
    opened.on('error', () => {})
    opened.on('close', () => {
      if (socket !== opened) return
      socket = null
      received = Buffer.alloc(0)
      if (current) finish({ status: 0, etag: '', body: '' })
    })
    return opened
  }
  const next = () => {
    const [first, ...rest] = waiting
    if (!first || current) return
    waiting = rest
    current = first
    socket ??= open()
    socket.write(first.text)
  }

  return {
    send(request: Waiting) {
      waiting.push(request)
      next()
    },
    close() {
      const closing = socket
      socket = null
      closing?.destroy()
    },
  }
}
