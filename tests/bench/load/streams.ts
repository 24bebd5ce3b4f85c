import { connect, type Socket } from 'node:net'
import type { LiveTopic } from '../../../src/api/contract.ts'

/** Live streams that stay open. */
export interface OpenStreams {
  close(): void
}

/**
 * Opens a stream by each of these requests, and resolves when all are open.
 * @param onNews gets the number of the request, and what its stream says has changed
 */
export async function openStreams(
  requests: readonly string[],
  { host, port }: { readonly host: string; readonly port: number },
  onNews: (which: number, topic: LiveTopic) => void,
): Promise<OpenStreams> {
  const sockets: Socket[] = []
  const open = (which: number) =>
    new Promise<void>((resolve, reject) => {
      const socket = connect({ host, port, noDelay: true })
      sockets.push(socket)
      socket.on('error', reject)
      socket.on('data', chunk => {
        const text = chunk.toString('latin1')
        if (text.includes('retry:')) resolve()
        for (const [, topic] of text.matchAll(/^event: (\w+)$/gm)) onNews(which, topic as LiveTopic)
      })
      socket.write(requests[which] ?? '')
    })
  const turns = 50
  for (let at = 0; at < requests.length; at += turns) {
    const some = requests.slice(at, at + turns).map((_, index) => open(at + index))
    await Promise.all(some)
  }
  return {
    close: () => {
      for (const socket of sockets) socket.destroy()
    },
  }
}
