import { once } from 'node:events'
import { connect } from 'node:net'
import type { Duplex } from 'node:stream'
import { Client, type ClientChannel, type SFTPWrapper } from 'ssh2'
import type { Log } from '../../log.ts'
import type { ForwardedPort } from '../network/forwarded-ports.ts'
import { answerMs, askingOf } from './ask.ts'
import { guardClient } from './guard-client.ts'
import type { keysOf } from './keys.ts'
import { createRemotePorts, withoutErrors } from './remote-ports.ts'
import { type SftpSession, sessionOf } from './sftp.ts'

/** The platform's way into one desktop's container: SSH, so that nobody else can read it or use it. */
export interface DesktopConnection {
  /** Resolves when it has ended: to what the container did wrong, or null. It never rejects. */
  readonly ended: Promise<string | null>
  /** A connection to the display, for RFB. */
  picture(): Promise<Duplex>
  /** Runs a command as the player. @returns the beginning of what it printed */
  run(command: string, signal: AbortSignal): Promise<string>
  /** Runs a command as the player, with an input. @returns what it printed, without its errors */
  pipe(command: string, options: PipeOptions): Promise<Buffer>
  /** Runs a command as the player. @returns its output. If the output is destroyed, the command cannot write any more */
  stream(command: string): Promise<Duplex>
  /** A session for files, as the player. To be ended. */
  sftp(): Promise<SftpSession>
  /** Opens and closes ports in the desktop until exactly these are open. */
  forward(ports: readonly ForwardedPort[]): Promise<void>
  end(): void
}

interface PipeOptions {
  /** Default: none. */
  input?: Uint8Array
  /** Bytes: what follows them is lost, and the command is ended. */
  maxBytes: number
  signal: AbortSignal
}

interface ConnectionOptions {
  host: string
  port: number
  keys: ReturnType<typeof keysOf>
  desktop: string
  log: Log
  signal: AbortSignal
}

/** A command's output that is kept, in bytes. A program of the player may answer in its place. */
const maxOutput = 64 * 1024

/**
 * Connects to a desktop's container.
 *
 * @throws an error of the network, one about a wrong key, or the signal's reason
 */
export async function openConnection(options: ConnectionOptions): Promise<DesktopConnection> {
  const { host, port, keys, desktop, log, signal } = options
  signal.throwIfAborted()
  const client = new Client()
  client.setMaxListeners(0)
  // Without a listener, an error of the network would end the process.
  client.on('error', () => undefined)
  let breach: string | null = null
  const ended = new Promise<string | null>(resolve => client.once('close', () => resolve(breach)))
  const abort = () => void client.destroy()
  signal.addEventListener('abort', abort)
  try {
    const ready = once(client, 'ready', { signal })
    const lost = ended.then(() => {
      throw new Error('its container closed the connection')
    })
    const socket = connect({ host, port })
    client.connect({
      sock: socket,
      username: 'player',
      privateKey: keys.client.secret,
      hostVerifier: (key: Buffer) => key.toString('base64') === keys.host.public,
      algorithms: {
        serverHostKey: ['ssh-ed25519'],
        cipher: ['aes128-gcm@openssh.com', 'aes256-gcm@openssh.com'],
      },
      readyTimeout: answerMs,
      keepaliveInterval: 5000,
      keepaliveCountMax: 3,
    })
    guardClient(client, socket, what => {
      breach = what
    })
    await Promise.race([ready, lost])
  } catch (error) {
    client.destroy()
    throw error
  } finally {
    signal.removeEventListener('abort', abort)
  }
  client.setNoDelay(true)

  const ask = askingOf(client)

  /** Waits until a channel is closed, or the connection. */
  async function closed(channel: ClientChannel, signal: AbortSignal): Promise<void> {
    const lost = new AbortController()
    const lose = () => lost.abort()
    client.once('close', lose)
    try {
      await once(channel, 'close', { signal: AbortSignal.any([signal, lost.signal]) })
    } catch (error) {
      if (!lost.signal.aborted) throw error
    } finally {
      client.off('close', lose)
    }
  }

  return {
    ended,
    picture: async () =>
      withoutErrors(
        await ask<ClientChannel>(done =>
          client.openssh_forwardOutStreamLocal('/run/desktop/rfb.sock', done),
        ),
      ),

    async run(command, signal) {
      const channel = await ask<ClientChannel>(done => client.exec(command, done))
      let said = ''
      channel.on('error', () => undefined)
      for (const stream of [channel, channel.stderr])
        stream.on('data', (data: Buffer) => {
          said = `${said}${data}`.slice(0, maxOutput)
        })
      try {
        await closed(channel, signal)
      } catch (error) {
        channel.close()
        throw error
      }
      return said
    },

    async pipe(command, { input, maxBytes, signal }) {
      const channel = await ask<ClientChannel>(done => client.exec(command, done))
      const chunks: Buffer[] = []
      let length = 0
      const full = new AbortController()
      withoutErrors(channel).on('error', () => undefined)
      channel.on('data', (data: Buffer) => {
        chunks.push(data.subarray(0, maxBytes - length))
        length += data.length
        if (length >= maxBytes) full.abort()
      })
      channel.end(input)
      const over = AbortSignal.any([signal, full.signal])
      try {
        await closed(channel, over)
      } catch (error) {
        channel.close()
        if (!full.signal.aborted) throw error
      }
      return Buffer.concat(chunks)
    },

    async stream(command) {
      const channel = await ask<ClientChannel>(done => client.exec(command, done))
      // Between two reads nobody else handles an error.
      return withoutErrors(channel).on('error', () => undefined)
    },

    sftp: async () => sessionOf(await ask<SFTPWrapper>(done => client.sftp(done))),

    forward: createRemotePorts({ client, ask, desktop, log }),

    end: () => void client.destroy(),
  }
}
