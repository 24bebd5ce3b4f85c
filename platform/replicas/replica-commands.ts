import { randomUUID } from 'node:crypto'
import type { Bus } from '../bus.ts'
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import { Refusal } from '../refusal.ts'

interface Errand {
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

interface Options<Command extends string> {
  bus: Bus
  /** Tells these errands from others on the bus. */
  topic: string
  replica: string
  clock: Clock
  log: Log
  /** How long the owner of the subject may take to answer, in milliseconds. */
  patienceMs: number
  /** Does here what another replica was asked for. */
  perform: (command: Command, subject: string) => Promise<void>
}

/** Commands for what another replica runs: it is told, and its answer waited for. */
export function createErrands<Command extends string>(options: Options<Command>) {
  const { bus, topic, replica, clock, log, patienceMs, perform } = options
  const done = `${topic}.done`
  const waiting = new Map<string, (reply: Reply) => void>()

  bus.on(topic, async payload => {
    const { id, to, command, subject } = payload as Errand
    if (to !== replica) return
    const reply: Reply = { id, refusal: null, failed: false }
    try {
      await perform(command as Command, subject)
    } catch (error) {
      if (error instanceof Refusal) reply.refusal = { code: error.code, message: error.message }
      else {
        reply.failed = true
        log.error({ err: error, command, subject }, 'what another replica asked for failed')
      }
    }
    await bus.publish(done, reply).catch(error => log.warn({ err: error }, 'an errand'))
  })
  bus.on(done, payload => {
    const reply = payload as Reply
    waiting.get(reply.id)?.(reply)
  })

  /**
   * @returns false where the owner does not answer: it may be dead
   * @throws Refusal as the owner does
   */
  return async function ask(to: string, command: Command, subject: string): Promise<boolean> {
    const id = randomUUID()
    const { promise, resolve } = Promise.withResolvers<Reply | null>()
    waiting.set(id, resolve)
    const cancel = clock.after(patienceMs, () => resolve(null))
    try {
      await bus.publish(topic, { id, to, command, subject } satisfies Errand)
      const reply = await promise
      if (reply?.refusal) throw new Refusal(reply.refusal.code, reply.refusal.message)
      return reply !== null && !reply.failed
    } finally {
      cancel()
      waiting.delete(id)
    }
  }
}
