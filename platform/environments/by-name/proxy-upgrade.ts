import { type IncomingMessage, type OutgoingHttpHeaders, request, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Upgrade } from '../../http/server.ts'
import { answerHeaders } from './headers.ts'
import { answerMs, type Onward } from './proxy-request.ts'

export const isWebSocket = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket'

/** Sends an upgrade to a WebSocket on, and joins the two connections. */
export function proxyUpgrade(
  { request: incoming, socket, head, refuse }: Upgrade,
  { target, headers }: Onward,
) {
  const { url: path = '' } = incoming
  if (!path.startsWith('/')) return refuse(400)
  const onward = request({
    ...target,
    path,
    agent: false,
    setHost: false,
    timeout: answerMs,
    headers: { ...headers, connection: 'Upgrade', upgrade: 'websocket' },
  })
  onward.on('timeout', () => onward.destroy(new Error('no answer in time')))
  onward.on('error', () => refuse(502))
  onward.on('response', answer => {
    socket.write(headOf(answer, { connection: 'close' }))
    answer.pipe(socket)
    answer.on('error', () => socket.destroy())
  })
  onward.on('upgrade', (answer, inside, rest) => {
    socket.write(headOf(answer, { connection: 'Upgrade', upgrade: 'websocket' }))
    socket.write(rest)
    inside.write(head)
    join(incoming.socket, socket, inside)
  })
  socket.once('close', () => onward.destroy())
  onward.end()
}

/** A WebSocket may be silent for as long as both sides are there. */
function join(outer: Socket, socket: Duplex, inside: Socket): void {
  outer.setTimeout(0)
  inside.setTimeout(0)
  outer.setKeepAlive(true, 30_000)
  inside.on('error', () => socket.destroy())
  inside.once('close', () => socket.destroy())
  socket.once('close', () => inside.destroy())
  // A client that has gone would keep its place as long as the service ignores its end.
  socket.once('end', () => inside.destroySoon())
  socket.pipe(inside).pipe(socket)
}

function headOf(answer: IncomingMessage, own: OutgoingHttpHeaders): string {
  const { statusCode = 502 } = answer
  const headers = Object.entries({ ...answerHeaders(answer), ...own })
  const lines = headers.flatMap(([name, value]) =>
    [value ?? []].flat().map(one => `${name}: ${one}\r\n`),
  )
  return `HTTP/1.1 ${statusCode} ${STATUS_CODES[statusCode] ?? ''}\r\n${lines.join('')}\r\n`
}
