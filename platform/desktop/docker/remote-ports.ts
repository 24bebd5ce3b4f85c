import type { Client, ClientChannel } from 'ssh2'
import type { Log } from '../../log.ts'
import { carryOne, isFull } from '../network/carry.ts'
import type { ForwardedPort } from '../network/forwarded-ports.ts'
import type { Ask } from './ask.ts'

interface RemotePortsOptions {
  client: Client
  ask: Ask
  desktop: string
  log: Log
}

/** @returns opens and closes ports in a desktop's container until exactly these are open */
export function createRemotePorts({ client, ask, desktop, log }: RemotePortsOptions) {
  const open = new Map<string, ForwardedPort>()
  const carried = { count: 0 }
  const refused = new Set<string>()
  let last: Promise<void> = Promise.resolve()

  client.on('tcp connection', ({ destIP, destPort }, accept, reject) => {
    const found = open.get(`${destIP} ${destPort}`)
    if (!found || isFull(carried)) return reject()
    carryOne(withoutErrors(accept()), found.target, carried)
  })

  async function change(ports: readonly ForwardedPort[]): Promise<void> {
    // Names cannot be added to a running container, so none leads to such a port.
    const wanted = new Map(ports.filter(one => !one.isNamed).map(one => [nameOf(one), one]))
    for (const name of [...open.keys()].filter(name => !wanted.has(name))) {
      open.delete(name)
      const [address = '', number] = name.split(' ')
      await ask<null>(done =>
        client.unforwardIn(address, Number(number), error => done(error, null)),
      )
    }
    for (const [name, one] of wanted) {
      const isKnown = open.has(name)
      if (one.transport === 'udp') {
        if (!refused.has(name)) log.warn({ desktop, port: one.port }, 'UDP is not forwarded')
        refused.add(name)
        continue
      }
      open.set(name, one)
      if (isKnown) continue
      try {
        await ask<number>(done => client.forwardIn(addressOf(one), one.port, done))
      } catch (error) {
        open.delete(name)
        if (!refused.has(name))
          log.warn({ desktop, port: one.port, err: error }, 'a port was not forwarded to a desktop')
        refused.add(name)
      }
    }
  }

  return (ports: readonly ForwardedPort[]): Promise<void> => {
    last = last.catch(() => undefined).then(() => change(ports))
    return last
  }
}

/** Nobody reads what a container sends as errors, and ssh2 would keep it. */
export function withoutErrors(channel: ClientChannel): ClientChannel {
  channel.stderr.resume()
  return channel
}

/** A name leads to the loopback interface. */
const addressOf = ({ ip }: ForwardedPort) => (/^[\d.]+$/.test(ip) ? ip : '127.0.0.1')
const nameOf = (one: ForwardedPort) => `${addressOf(one)} ${one.port}`
