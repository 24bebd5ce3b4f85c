import type { Bus } from '../bus.ts'
import type { Capacity } from '../capacity/capacity.ts'
import type { Clock } from '../clock.ts'
import { answerQuestion, createQuestion } from '../replicas/questions.ts'

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
  /** Waits some seconds for this number of replicas, and leaves out those that do not answer. */
  ask(replicas: number): Promise<Load[]>
}

const topic = 'organiser.load'

export const memoryOf = ({ megabytes, used, waiting }: Capacity): Memory => ({
  usedMb: used(),
  limitMb: megabytes,
  waiting: waiting(),
})

/** A replica answers with its load, whichever process asks. */
export const answerLoad = (bus: Bus, measure: () => Load): void =>
  answerQuestion(bus, topic, measure)

export function createLoads(bus: Bus, clock: Clock): Loads {
  const ask = createQuestion<Load>(bus, clock, topic)
  return {
    async ask(replicas) {
      const found = await ask(null, replicas)
      return found.sort((a, b) => (a.replica < b.replica ? -1 : 1))
    },
  }
}
