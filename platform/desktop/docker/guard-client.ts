import type { Socket } from 'node:net'
import type { Client } from 'ssh2'

/** How large the packets of a channel must be allowed to be, in bytes. OpenSSH allows 32 KB. */
const minPacket = 1024
/** How many bytes wait for the container until channels wait, too. */
const highWater = 2 ** 20
/** How many bytes may wait for it at all. Answers to its requests do not wait. */
const maxWaiting = 32 * 2 ** 20
/** How many bytes of one channel wait for the container. ssh2 takes 2 MB. */
const channelHighWater = 64 * 1024
/** How many requests may be without an answer. */
const maxRequests = 1000

type Write = (data: Buffer, encoding: BufferEncoding, done: () => void) => void

/** A session of SFTP has no `_write`. It has few requests at once. */
interface OpenChannel {
  incoming: { window: number }
  outgoing: { packetSize: number }
  _write?: Write
  _writableState?: { highWaterMark: number }
}

/** What ssh2 keeps of its connection. */
interface Internals {
  _chanMgr: { update(id: number, channel: OpenChannel): void }
  _callbacks: unknown[]
  /** The queue is there while keys are exchanged. */
  _protocol: { _queue?: unknown[] | undefined }
}

/**
 * Ends a connection whose other side breaks the protocol. In a desktop, a program of the player can answer in the
 * place of sshd, since it has the host's key. ssh2 believes what the other side says of channels, and sends without
 * waiting for the network. To be called after `connect`.
 *
 * @param breach called when the connection is ended
 */
export function guardClient(client: Client, socket: Socket, breach: (what: string) => void): void {
  const internals = client as unknown as Internals
  const channels = internals._chanMgr
  let waiting: (() => void)[] = []

  const end = (what: string) => {
    if (socket.destroyed) return
    breach(what)
    socket.destroy()
  }
  const isFull = () => socket.writableLength > highWater || internals._protocol._queue !== undefined
  const release = () => {
    if (isFull()) return
    const all = waiting
    waiting = []
    for (const write of all) write()
  }
  socket.on('drain', release)
  socket.on('data', () => {
    if (socket.writableLength > maxWaiting) end('it does not read')
    if (internals._callbacks.length > maxRequests) end('it does not answer')
    if (waiting.length > 0) release()
  })

  const add = channels.update.bind(channels)
  channels.update = (id, channel) => {
    const { incoming, outgoing } = channel
    if (outgoing.packetSize < minPacket) {
      end(`it takes packets of ${outgoing.packetSize} bytes only`)
      // With 0, ssh2 would send empty packets for ever.
      outgoing.packetSize = minPacket
    }
    let { window } = incoming
    Object.defineProperty(incoming, 'window', {
      get: () => window,
      set(next: number) {
        window = next
        if (window < 0) end('it sends more than it may')
      },
    })
    if (channel._writableState) channel._writableState.highWaterMark = channelHighWater
    const write = channel._write?.bind(channel)
    if (write)
      channel._write = (...args) => {
        if (isFull()) waiting.push(() => write(...args))
        else write(...args)
      }
    add(id, channel)
  }
}
