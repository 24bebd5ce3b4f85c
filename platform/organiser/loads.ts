import { randomUUID } from 'node:crypto'
import type { Bus } from '../bus.ts'
import type { Capacity } from '../capacity/capacity.ts'
import type { Clock } from '../clock.ts'

/** What one replica carries now. */
export interface Load {
  replica: string
  /** People with an open page of the app. */
  online: number
  environments: Memory
  desktops: Memory
}

interface Memory {
  usedMb: number
  /** Null: unlimited. */
  limitMb: number | null
  /** Starts that wait for memory. */
  waiting: number
}

export interface Loads {
  /** Waits for so many replicas, and not for ever: those that do not answer are left out. */
  ask(replicas: number): Promise<Load[]>
}

/** In milliseconds. */
const answerMs = 2000
const [question, answer] = ['organiser.load', 'organiser.load.is']

export const memoryOf = ({ megabytes, used, waiting }: Capacity): Memory => ({
  ...{ usedMb: used(), limitMb: megabytes, waiting: waiting() },
})

/** A replica says what it carries, whichever process asks. */
export function answerLoad(bus: Bus, measure: () => Load): void {
  bus.on(question, id => bus.publish(answer, { id, load: measure() }))
}

export function createLoads(bus: Bus, clock: Clock): Loads {
  const asking = new Map<string, (load: Load) => void>()
  bus.on(answer, payload => {
    const { id, load } = payload as { id: string; load: Load }
    asking.get(id)?.(load)
  })
  return {
    async ask(replicas) {
      const id = randomUUID()
      const found = new Map<string, Load>()
      const { promise, resolve } = Promise.withResolvers<void>()
      asking.set(id, load => {
        found.set(load.replica, load)
        if (found.size >= replicas) resolve()
      })
      const cancel = clock.after(answerMs, resolve)
      try {
        await bus.publish(question, id)
        if (found.size < replicas) await promise
        return [...found.values()].sort((a, b) => (a.replica < b.replica ? -1 : 1))
      } finally {
        cancel()
        asking.delete(id)
      }
    },
  }
}
