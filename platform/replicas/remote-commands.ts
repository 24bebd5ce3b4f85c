import { randomUUID } from 'node:crypto'
import type { Bus } from '../bus.ts'
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import { Refusal } from '../refusal.ts'

interface Request {
  id: string
  to: string
  command: string
  subject: string
}

interface Reply {
  id: string
  refusal: { code: Refusal['code']; message: string } | null
  failed: boolean
}

interface RemoteCommandsOptions<Command extends string> {
  bus: Bus
  /** Each use of the bus has its own topic. */
  topic: string
  /** This replica's id. */
  replica: string
  clock: Clock
  log: Log
  /** How long to wait for the reply, in milliseconds. */
  timeoutMs: number
  /** Carries out a command that another replica sent. */
  perform: (command: Command, subject: string) => Promise<void>
}

/** Sends commands to other replicas and waits for their replies, and carries out theirs. */
export function createRemoteCommands<Command extends string>(
  options: RemoteCommandsOptions<Command>,
) {
  const { bus, topic, replica, clock, log, timeoutMs, perform } = options
  const replyTopic = `${topic}.done`
  const waiting = new Map<string, (reply: Reply) => void>()

  bus.on(topic, async payload => {
    const { id, to, command, subject } = payload as Request
    if (to !== replica) return
    const reply: Reply = { id, refusal: null, failed: false }
    try {
      await perform(command as Command, subject)
    } catch (error) {
      if (error instanceof Refusal) reply.refusal = { code: error.code, message: error.message }
      else {
        reply.failed = true
        log.error({ err: error, command, subject }, 'the command of another replica failed')
      }
    }
    await bus
      .publish(replyTopic, reply)
      .catch(error => log.warn({ err: error }, 'the reply to another replica was not sent'))
  })
  bus.on(replyTopic, payload => {
    const reply = payload as Reply
    waiting.get(reply.id)?.(reply)
  })

  /**
   * @returns false if the replica does not reply, or failed: it may be dead
   * @throws Refusal where the other replica refuses the command
   */
  return async function send(to: string, command: Command, subject: string): Promise<boolean> {
    const id = randomUUID()
    const { promise, resolve } = Promise.withResolvers<Reply | null>()
    waiting.set(id, resolve)
    const cancel = clock.after(timeoutMs, () => resolve(null))
    try {
      await bus.publish(topic, { id, to, command, subject } satisfies Request)
      const reply = await promise
      if (reply?.refusal) throw new Refusal(reply.refusal.code, reply.refusal.message)
      return reply !== null && !reply.failed
    } finally {
      cancel()
      waiting.delete(id)
    }
  }
}
