import { randomUUID } from 'node:crypto'
import type { Bus } from '../bus.ts'
import type { ReplicaMessage as Message } from '../bus-topics.ts'
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'

interface IdGuardOptions {
  bus: Bus
  id: string
  clock: Clock
  log: Log
}

const startingTopic = 'replica.starting'
const takenTopic = 'replica.idTaken'
/** How long another replica may take to answer, in milliseconds. */
const answerMs = 2000

/**
 * Finds a living replica with this one's id. There is one if the data folder was copied: each would take
 * the other's environments and desktops for its own.
 */
export function createIdGuard({ bus, id, clock, log }: IdGuardOptions) {
  const own: Message = { id, process: randomUUID() }
  const answered = Promise.withResolvers<boolean>()
  let state: 'starting' | 'joined' | 'refused' = 'starting'
  /** Whether another process asked while this one did not know yet which of the two may start. */
  let owesAnswer = false

  const onOther = (
    topic: typeof startingTopic | typeof takenTopic,
    listener: (other: Message) => void | Promise<void>,
  ) =>
    bus.on(topic, other => {
      if (other.id === id && other.process !== own.process) return listener(other)
    })
  onOther(startingTopic, async other => {
    if (state === 'joined')
      log.warn('another replica starts with the id of this one: its data folder is a copy')
    // If two start at once, one is refused.
    if (state === 'joined' || (state === 'starting' && own.process < other.process))
      await bus.publish(takenTopic, own)
    else owesAnswer = true
  })
  onOther(takenTopic, () => {
    answered.resolve(true)
    if (state === 'joined')
      log.error('another replica has the id of this one: stop the one whose data folder is a copy')
  })

  return {
    /** Asks all replicas, and waits 2 s at most. */
    async isTaken(): Promise<boolean> {
      const cancel = clock.after(answerMs, () => answered.resolve(false))
      try {
        await bus.publish(startingTopic, own)
        const isTaken = await answered.promise
        if (isTaken) state = 'refused'
        return isTaken
      } finally {
        cancel()
      }
    },
    /** Call it when the replica has its row. */
    async joined(): Promise<void> {
      state = 'joined'
      if (owesAnswer) await bus.publish(takenTopic, own)
    },
  }
}
