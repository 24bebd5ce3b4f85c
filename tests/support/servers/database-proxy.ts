import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { listen } from './listen.ts'

export interface Cut {
  /** `before`: the request is lost. `after`: the request arrives, and its answer is lost. */
  when: 'before' | 'after'
  /** The number of the statement or commit, from now on: 1 is the next. */
  nth: number
  what: 'statement' | 'commit'
}

/** The connection between a platform and its PostgreSQL server, with the faults that a test needs. */
export interface DatabaseProxy {
  /** The port to use instead of the server's. */
  port: number
  cutAt(cut: Cut): void
  /** Whether the last requested cut was made. Cancels it if not. */
  wasCut(): boolean
  /** Cuts all connections, and the next that are opened. */
  refuse(next: number): void
  /** Passes nothing on in either direction until `open`. */
  silence(): void
  /** Delays each answer by this many milliseconds. */
  delay(ms: number): void
  /** Resolves when something waits in the silence. */
  untilWaiting(): Promise<void>
  open(): void
  close(): Promise<void>
}

export async function openDatabaseProxy(target: number): Promise<DatabaseProxy> {
  let cut: Cut | null = null
  let refused = 0
  let isSilent = false
  let delayMs = 0
  let waiting = Promise.withResolvers<void>()
  /** What happened in the silence, in order. */
  const delayed: (() => void)[] = []
  const pass = (step: () => void) => {
    if (!isSilent) return step()
    delayed.push(step)
    waiting.resolve()
  }
  const sockets = new Set<Socket>()

  const server = createServer(client => {
    if (refused > 0) {
      refused--
      client.destroy()
      return
    }
    const upstream = connect(target, '127.0.0.1')
    let cutsAnswer = false
    const end = () => {
      client.destroy()
      upstream.destroy()
    }
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => {}).on('close', () => pass(end))
      socket.on('close', () => sockets.delete(socket))
    }
    client.on('data', (chunk: Buffer) => {
      const due = cut && isMeant(chunk, cut.what) && --cut.nth === 0 ? cut.when : null
      if (due) cut = null
      if (due === 'before') return end()
      cutsAnswer ||= due === 'after'
      pass(() => upstream.write(chunk))
    })
    upstream.on('data', (chunk: Buffer) => {
      if (cutsAnswer) end()
      else if (delayMs > 0) setTimeout(() => client.write(chunk), delayMs)
      else pass(() => client.write(chunk))
    })
  })
  const port = await listen(server)

  const destroyAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port,
    cutAt(next) {
      cut = { ...next }
    },
    wasCut() {
      const isMade = cut === null
      cut = null
      return isMade
    },
    refuse(next) {
      refused = next
      destroyAll()
    },
    silence() {
      isSilent = true
      waiting = Promise.withResolvers()
    },
    untilWaiting: () => waiting.promise,
    delay(ms) {
      delayMs = ms
    },
    open() {
      isSilent = false
      delayMs = 0
      refused = 0
      for (const step of delayed.splice(0)) step()
    },
    async close() {
      destroyAll()
      server.close()
      await once(server, 'close')
    },
  }
}

const simpleQuery = 0x51
const parse = 0x50
const bind = 0x42

/** By PostgreSQL's protocol: a simple query, or one that is parsed or bound first. */
function isMeant(chunk: Buffer, what: Cut['what']): boolean {
  const [type] = chunk
  if (what === 'commit')
    return type === simpleQuery && chunk.subarray(5, 11).toString() === 'commit'
  return type === simpleQuery || type === parse || type === bind
}
