import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/** Passes an upgrade on to a server, and connects both sockets. */
export function passUpgrade(
  { url, lines, head }: { url: string | undefined; lines: readonly string[]; head: Buffer },
  socket: Duplex,
  onward: Socket,
) {
  onward.write(`GET ${url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
  onward.write(head)
  onward.pipe(socket).pipe(onward)
  onward.on('error', () => socket.destroy())
  socket.on('error', () => onward.destroy())
}
