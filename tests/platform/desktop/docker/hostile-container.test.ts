import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import Docker from 'dockerode'
import ssh2, { type ClientChannel, type Connection, type ServerChannel } from 'ssh2'
import { afterEach, expect, test } from 'vitest'
import {
  type DesktopConnection,
  openConnection,
} from '../../../../platform/desktop/docker/connection.ts'
import { createDockerDesktops } from '../../../../platform/desktop/docker/driver.ts'
import { keysOf } from '../../../../platform/desktop/docker/keys.ts'
import { createLog } from '../../../../platform/log.ts'
import { neverAborted } from '../../../support/never-aborted.ts'
import { listen } from '../../../support/servers/listen.ts'

/** What ssh2 has of a connection, to say on it what it would not say itself. */
interface Internals {
  _sock: Socket
  _protocol: {
    _handlers: { CHANNEL_OPEN?: (wire: unknown, opening: { sender: number }) => void }
    channelData(id: number, data: Buffer): void
    channelOpenConfirm(id: number, own: number, window: number, packetSize: number): void
  }
}
const internalsOf = (peer: Connection) => peer as unknown as Internals

const keys = keysOf('of the tests', 'desk')
const kb = 1024
const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

/** A program that answers in the place of a desktop's sshd. @returns its port */
async function startSshd(serve: (peer: Connection) => void): Promise<number> {
  const server = new ssh2.Server({ hostKeys: [keys.host.secret] }, peer => {
    peer.on('error', () => undefined)
    peer.on('authentication', context => context.accept())
    peer.on('ready', () => serve(peer))
  })
  server.listen(0, '127.0.0.1')
  ends.push(() => server.close())
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

async function connectTo(serve: (peer: Connection) => void): Promise<DesktopConnection> {
  const connection = await openConnection({
    host: '127.0.0.1',
    port: await startSshd(serve),
    keys,
    desktop: 'desk',
    log: createLog('silent'),
    signal: neverAborted,
  })
  ends.push(connection.end)
  return connection
}

/** Answers a request for the picture with a channel of these sizes. */
const openPicture =
  (sizes: { window: number; packet: number }, then: (peer: Connection, id: number) => void) =>
  (peer: Connection) => {
    const { _protocol: wire } = internalsOf(peer)
    wire._handlers.CHANNEL_OPEN = (_, { sender }) => {
      wire.channelOpenConfirm(sender, 0, sizes.window, sizes.packet)
      then(peer, sender)
    }
  }

test.each([0, 1])('one that takes packets of %d bytes is left', async packet => {
  const connection = await connectTo(openPicture({ window: 2 ** 31, packet }, () => {}))
  const picture = await connection.picture()
  picture.write(Buffer.alloc(64 * kb))
  expect(await connection.ended).toBe(`it takes packets of ${packet} bytes only`)
})

test('one that sends more than it may is left', async () => {
  let sent = 0
  const flood = (peer: Connection, id: number) => {
    const { _sock: socket, _protocol: wire } = internalsOf(peer)
    if (socket.destroyed) return
    wire.channelData(id, Buffer.alloc(30_000))
    sent += 30_000
    setImmediate(flood, peer, id)
  }
  const connection = await connectTo(openPicture({ window: 2 ** 21, packet: 32 * kb }, flood))
  await connection.picture()
  expect(await connection.ended).toBe('it sends more than it may')
  expect(sent).toBeLessThan(64 * 1024 * kb)
})

test('one that allows everything and reads nothing gets little', async () => {
  const deaf = (peer: Connection) => void internalsOf(peer)._sock.pause()
  const connection = await connectTo(openPicture({ window: 2 ** 32 - 1, packet: 32 * kb }, deaf))
  const picture = await connection.picture()
  const chunk = Buffer.alloc(64 * kb)
  let taken = 0
  while (taken < 256 * 1024 * kb && picture.write(chunk)) taken += chunk.length
  expect(taken).toBeLessThan(8 * 1024 * kb)
})

test('what one sends as errors of the picture is not kept', async () => {
  const connection = await connectTo(peer => {
    peer.on('openssh.streamlocal' as 'tcpip', accept => {
      const channel = accept() as ServerChannel
      channel.stderr.write(Buffer.alloc(1024 * kb), () => channel.write('picture'))
    })
  })
  const picture = (await connection.picture()) as ClientChannel
  await once(picture, 'data')
  expect(picture.stderr.readableLength).toBe(0)
})

test('one that ends each connection at once gets no more than one a second', async () => {
  const times: number[] = []
  const third = Promise.withResolvers<void>()
  let endFirst = () => {}
  const port = await startSshd(peer => {
    if (times.push(performance.now()) === 1) endFirst = () => peer.end()
    else peer.end()
    if (times.length === 3) third.resolve()
    peer.on('session', accept =>
      accept().on('exec', take => {
        const channel = take()
        channel.write('ready')
        channel.exit(0)
        channel.end()
      }),
    )
  })
  const container = {
    State: { Running: true, Status: 'running' },
    NetworkSettings: { Ports: { '2222/tcp': [{ HostPort: `${port}` }] } },
  }
  const engine = createServer((_, response) => response.end(JSON.stringify(container)))
  const enginePort = await listen(engine)
  const driver = await createDockerDesktops({
    docker: new Docker({
      protocol: 'http',
      host: '127.0.0.1',
      port: enginePort,
    }),
    platform: 'hostile',
    secret: 'of the tests',
    host: '127.0.0.1',
    address: '198.51.100.7',
    registry: null,
    homes: null,
    log: createLog('silent'),
    settings: () => ({ memoryMb: 512, homeMb: 32, internet: false, sound: false }),
    image: () => ({ kind: 'image', image: 'none' }),
  })
  ends.push(() => {
    driver.close?.()
    engine.close()
    engine.closeAllConnections()
  })
  expect(await driver.adopt?.('desk')).toBe(true)
  endFirst()
  await third.promise
  const [, second = 0, last = 0] = times
  expect(last - second).toBeGreaterThan(990)
})
