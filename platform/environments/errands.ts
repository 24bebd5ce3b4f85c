import { randomUUID } from 'node:crypto'
import type { Bus } from '../bus.ts'
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import { Refusal } from '../refusal.ts'

export type Command = 'stop' | 'prolong'

interface Errand {
  id: string
  to: string
  command: Command
  environment: string
}

interface Reply {
  id: string
  refusal: { code: Refusal['code']; message: string } | null
  failed: boolean
}

interface Options {
  bus: Bus
  replica: string
  clock: Clock
  log: Log
  /** Does here what another replica was asked for. */
  perform: (command: Command, environment: string) => Promise<void>
}

/** How long the owner of an environment may take to answer, in milliseconds. */
const patienceMs = 5000

/** Commands for environments that another replica runs: it is told, and its answer waited for. */
export function createErrands({ bus, replica, clock, log, perform }: Options) {
  const waiting = new Map<string, (reply: Reply) => void>()

  bus.on('errand', async payload => {
    const { id, to, command, environment } = payload as Errand
    if (to !== replica) return
    const reply: Reply = { id, refusal: null, failed: false }
    try {
      await perform(command, environment)
    } catch (error) {
      if (error instanceof Refusal) reply.refusal = { code: error.code, message: error.message }
      else reply.failed = true
    }
    await bus.publish('errand.done', reply).catch(error => log.warn({ err: error }, 'an errand'))
  })
  bus.on('errand.done', payload => {
    const reply = payload as Reply
    waiting.get(reply.id)?.(reply)
  })

  /**
   * @returns false where the owner does not answer: it may be dead
   * @throws Refusal as the owner does
   */
  return async function ask(to: string, command: Command, environment: string): Promise<boolean> {
    const id = randomUUID()
    const { promise, resolve } = Promise.withResolvers<Reply | null>()
    waiting.set(id, resolve)
    const cancel = clock.after(patienceMs, () => resolve(null))
    try {
      await bus.publish('errand', { id, to, command, environment } satisfies Errand)
      const reply = await promise
      if (reply?.refusal) throw new Refusal(reply.refusal.code, reply.refusal.message)
      return reply !== null && !reply.failed
    } finally {
      cancel()
      waiting.delete(id)
    }
  }
}
