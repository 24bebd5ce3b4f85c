import { stripVTControlCharacters } from 'node:util'
import type { Bus } from '../bus.ts'
import type { Clock } from '../clock.ts'
import type { EnvironmentFailure } from '../environments/environment-actor.ts'
import { answerQuestion, createQuestion } from '../replicas/questions.ts'

/** The last failures of one replica. */
export interface EnvironmentFailures {
  add(failure: EnvironmentFailure): void
  /** Newest first. */
  recent(): EnvironmentFailure[]
}

export interface RecentFailures {
  /** Waits for the answers of this number of replicas, but not for ever. Newest first. */
  ask(replicas: number): Promise<EnvironmentFailure[]>
}

const topic = 'organiser.failures'
const maxKept = 30
/**
 * How many characters are kept of a reason. Some programs say what is wrong before a list of calls (Node), others
 * after it (Python).
 */
const maxFirst = 400
const maxLast = 300
/** A message of PostgreSQL has room for 8,000. */
const maxBytes = 6000

export function createFailures(): EnvironmentFailures {
  const kept: EnvironmentFailure[] = []
  return {
    add(failure) {
      const reason = withoutMiddle(stripVTControlCharacters(failure.reason))
      kept.unshift({ ...failure, reason })
      kept.length = Math.min(kept.length, maxKept)
    },
    recent: () => [...kept],
  }
}

/** A character that it cuts in two becomes the replacement character. */
const withoutMiddle = (text: string) =>
  text.length > maxFirst + maxLast
    ? `${text.slice(0, maxFirst)}…\n…${text.slice(-maxLast)}`.toWellFormed()
    : text

export const answerFailures = (bus: Bus, { recent }: EnvironmentFailures): void =>
  answerQuestion(bus, topic, () => {
    const shown: EnvironmentFailure[] = []
    let bytes = 0
    for (const one of recent()) {
      bytes += Buffer.byteLength(JSON.stringify(one)) + 1
      if (bytes > maxBytes) break
      shown.push(one)
    }
    return shown
  })

export function createRecentFailures(bus: Bus, clock: Clock): RecentFailures {
  const ask = createQuestion<EnvironmentFailure[]>(bus, clock, topic)
  return {
    ask: async replicas => (await ask(null, replicas)).flat().sort((a, b) => b.at - a.at),
  }
}
