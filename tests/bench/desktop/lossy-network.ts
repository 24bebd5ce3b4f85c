/**
 * A network that loses packets, between this host and a network namespace: a device on each side, and between
 * the two this process, which delays packets and drops some. So TCP meets the loss as on a real network. It does
 * what `tc netem` does, which many kernels lack. Needs root, socat and iproute2.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'

/** How one direction of the network behaves. */
export interface LossyNetwork {
  /** Milliseconds from one end to the other. */
  delay: number
  bytesPerSecond: number
  /** The part of all packets that is lost, beside those that find the queue full. */
  loss: number
  /** The most bytes that wait to be sent, as in a router's queue. */
  queue: number
}

const id = process.pid % 1000
const namespace = `guidon-lossy-${id}`
const subnet = `10.117.${id % 250}`
export const near = `${subnet}.1`

const ip = (...args: string[]) => execFileSync('ip', args, { stdio: 'pipe' })

/** Carries the packets of one end to the other. */
function carry(from: Socket, send: (packet: Buffer) => void, { shape }: { shape: LossyNetwork }) {
  let free = 0
  const waiting: { packet: Buffer; at: number }[] = []
  function arrive() {
    const now = performance.now()
    // Timers run late and nearly at the same time. So each sends all due packets, in their order.
    while (waiting[0] && waiting[0].at <= now) send(waiting.shift()?.packet as Buffer)
  }
  from.on('message', packet => {
    const now = performance.now()
    const queued = (Math.max(0, free - now) * shape.bytesPerSecond) / 1000
    if (Math.random() < shape.loss || queued + packet.length > shape.queue) return
    free = Math.max(free, now) + (packet.length * 1000) / shape.bytesPerSecond
    const at = free + shape.delay
    waiting.push({ packet, at })
    setTimeout(arrive, at - now + 0.5)
  })
}

async function openEnd(name: string, address: string) {
  const socket = createSocket('udp4')
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const probe = createSocket('udp4')
  probe.bind(0, '127.0.0.1')
  await once(probe, 'listening')
  const port = probe.address().port
  await new Promise<void>(resolve => probe.close(resolve))
  const device = spawn(
    'socat',
    [
      `TUN:${address}/24,up,iff-no-pi,tun-type=tun,tun-name=${name}`,
      `UDP:127.0.0.1:${socket.address().port},bind=127.0.0.1:${port}`,
    ],
    { stdio: 'ignore' },
  )
  while (!exists(name)) await delay(20)
  return { socket, device, send: (packet: Buffer) => socket.send(packet, port, '127.0.0.1') }
}

function exists(name: string): boolean {
  try {
    ip('link', 'show', name)
    return true
  } catch {
    return false
  }
}

export async function openLossyNetwork(network: LossyNetwork) {
  const names = [`lossy${id}a`, `lossy${id}b`] as const
  const ends = [await openEnd(names[0], near), await openEnd(names[1], `${subnet}.2`)] as const
  ip('netns', 'add', namespace)
  ip('link', 'set', names[1], 'netns', namespace)
  ip('-n', namespace, 'address', 'add', `${subnet}.2/24`, 'dev', names[1])
  for (const name of [names[1], 'lo']) ip('-n', namespace, 'link', 'set', name, 'up')
  const now = { shape: network }
  carry(ends[0].socket, ends[1].send, now)
  carry(ends[1].socket, ends[0].send, now)
  return {
    /** Runs another command at the far end. */
    beyond: ['ip', 'netns', 'exec', namespace] as const,
    shape(next: LossyNetwork) {
      now.shape = next
    },
    async close() {
      for (const { socket, device } of ends) {
        await end(device)
        socket.removeAllListeners('message')
      }
      // Waits for packets that are still on their way.
      await delay(2 * now.shape.delay + 100)
      for (const { socket } of ends) socket.close()
      ip('netns', 'del', namespace)
    },
  }
}

async function end(device: ChildProcess) {
  if (device.exitCode !== null) return
  device.kill('SIGTERM')
  await once(device, 'exit')
}
