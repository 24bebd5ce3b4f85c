import { connect, createServer, type Socket } from 'node:net'
import { listen } from '../../support/servers/listen.ts'

/** What a connection is like, in each direction. */
export interface Shape {
  bytesPerSecond: number
  /** Milliseconds from one end to the other, and how much that varies. */
  delay: number
  jitter: number
}

/** Bytes that a connection takes in before its sender must wait, like a router's buffer. */
const BUFFER = 32 * 1024

/** Carries the connections between browser and platform; they can be cut, and made slow. */
export async function openProxy(target: number) {
  const open = new Set<Socket>()
  let isUp = true
  let shape: Shape | null = null
  const fromPlatform = new Set<Socket>()
  const server = createServer(near => {
    if (!isUp) return near.destroy()
    const far = connect(target, '127.0.0.1')
    fromPlatform.add(far)
    far.on('close', () => fromPlatform.delete(far))
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one)
      one.setNoDelay(true)
      carry(one, other, () => shape)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        open.delete(one)
        other.destroy()
      })
    }
  })
  const port = await listen(server)
  return {
    origin: `http://127.0.0.1:${port}`,
    cut() {
      isUp = false
      for (const socket of open) socket.destroy()
    },
    restore() {
      isUp = true
    },
    /** Changes the connection for what is sent from now on; null: as fast as the host. */
    shape(next: Shape | null) {
      shape = next
    },
    /** Browsers get nothing more by the connections that are open, until `release`. What they send still arrives. */
    hold() {
      for (const far of fromPlatform) far.pause()
    },
    release() {
      for (const far of fromPlatform) far.resume()
    },
    async close() {
      for (const socket of open) socket.destroy()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

/** Passes what one socket receives to the other, in order, with the connection's delay. */
function carry(from: Socket, to: Socket, shapeNow: () => Shape | null) {
  /** When the connection has sent all that it has taken in, and when the last of it arrives. */
  let free = 0
  let last = 0
  /** Timers of nearly the same time fire in any order, so each delivers the first chunk in the connection. */
  const onItsWay: Buffer[] = []
  const arrive = () => {
    const chunk = onItsWay.shift()
    if (chunk && !to.destroyed) to.write(chunk)
  }
  from.on('data', (chunk: Buffer) => {
    const shape = shapeNow()
    const now = performance.now()
    if (!shape && onItsWay.length === 0) {
      if (!to.write(chunk)) from.pause()
      return
    }
    const { bytesPerSecond, delay, jitter } = shape ?? { bytesPerSecond: 1e9, delay: 0, jitter: 0 }
    free = Math.max(free, now) + (chunk.length * 1000) / bytesPerSecond
    last = Math.max(last, free + delay + jitter * Math.random())
    onItsWay.push(chunk)
    setTimeout(arrive, last - now)
    const full = free - now - (BUFFER * 1000) / bytesPerSecond
    if (full <= 0) return
    from.pause()
    setTimeout(() => from.resume(), full)
  })
  from.on('end', () => setTimeout(() => to.end(), Math.max(0, last - performance.now()) + 5))
  to.on('drain', () => from.resume())
}
