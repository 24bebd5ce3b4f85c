import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { createInterface } from 'node:readline'

/** What a participant has: the addresses of the environment, and the files of the challenge. */
export interface SolveContext {
  endpoints: { ip: string; port: number; protocol: string; title: string }[]
  /** The unpacked archive. */
  filesFolder: string
  flagPrefix: string
}

/** Finds the flags of one challenge, by what its text says. */
export type Solve = (context: SolveContext) => Promise<string[]>

/** The address of the first web endpoint, without a slash at its end. */
export function webAddress({ endpoints }: SolveContext): string {
  const endpoint = endpoints.find(({ protocol }) => protocol === 'http')
  if (!endpoint) throw new Error('the environment has no web endpoint')
  return `http://${endpoint.ip}:${endpoint.port}`
}

/** The flag in a text. */
export function flagIn(text: string, { flagPrefix }: SolveContext): string {
  const flag = new RegExp(`${flagPrefix}\\{[\\w!:+/=-]+\\}`).exec(text)?.[0]
  if (!flag) throw new Error(`no flag in: ${text.slice(0, 500)}`)
  return flag
}

export interface Talk {
  socket: Socket
  /** The next line; rejects when the other end has hung up. */
  line(): Promise<string>
  say(text: string): void
}

/** A conversation, line by line, with the first endpoint. */
export async function talk({ endpoints }: SolveContext): Promise<Talk> {
  const [endpoint] = endpoints
  if (!endpoint) throw new Error('the environment has no endpoint')
  const socket = connect(endpoint.port, endpoint.ip)
  await once(socket, 'connect')
  socket.on('error', () => socket.destroy())
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]()
  return {
    socket,
    async line() {
      const { value, done } = await lines.next()
      if (done) throw new Error('the service hung up')
      return value
    },
    say: text => void socket.write(`${text}\n`),
  }
}
