import { randomUUID } from 'node:crypto'
import type { Bus } from '../bus.ts'
import type { CommandResult, CommandTopic } from '../bus-topics.ts'
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import { Refusal } from '../refusal.ts'

interface RemoteCommandsOptions<Command extends string> {
  bus: Bus
  /** Each use of the bus has its own topic. */
  topic: CommandTopic
  /** This replica's id. */
  replica: string
  clock: Clock
  log: Log
  /** How long to wait for the result, in milliseconds. */
  timeoutMs: number
  /** Carries out a command that another replica sent. */
  perform: (command: Command, subject: string) => Promise<void>
}

/** Sends commands to other replicas and waits for their results, and carries out theirs. */
export function createRemoteCommands<Command extends string>(
  options: RemoteCommandsOptions<Command>,
) {
  const { bus, topic, replica, clock, log, timeoutMs, perform } = options
  const resultTopic = `${topic}.done` as const
  const waiting = new Map<string, (result: CommandResult) => void>()

  bus.on(topic, async ({ id, to, command, subject }) => {
    if (to !== replica) return
    const result: CommandResult = { id, refusal: null, failed: false }
    try {
      await perform(command as Command, subject)
    } catch (error) {
      if (error instanceof Refusal) result.refusal = { code: error.code, message: error.message }
      else {
        result.failed = true
        log.error({ err: error, command, subject }, 'the command of another replica failed')
      }
    }
    await bus
      .publish(resultTopic, result)
      .catch(error =>
        log.warn({ err: error }, 'the result of a command was not sent to another replica'),
      )
  })
  bus.on(resultTopic, result => {
    waiting.get(result.id)?.(result)
  })

  /**
   * @returns false if the replica does not answer, or failed: it may be dead
   * @throws Refusal where the other replica refuses the command
   */
  return async function send(to: string, command: Command, subject: string): Promise<boolean> {
    const id = randomUUID()
    const { promise, resolve } = Promise.withResolvers<CommandResult | null>()
    waiting.set(id, resolve)
    const cancel = clock.after(timeoutMs, () => resolve(null))
    try {
      await bus.publish(topic, { id, to, command, subject })
      const result = await promise
      if (result?.refusal) throw new Refusal(result.refusal.code, result.refusal.message)
      return result !== null && !result.failed
    } finally {
      cancel()
      waiting.delete(id)
    }
  }
}
