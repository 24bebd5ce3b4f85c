import { randomUUID } from 'node:crypto'
import type { Bus } from '../bus.ts'
import type { Clock } from '../clock.ts'

interface Question {
  id: string
  about: unknown
}

/** How long to wait for answers, in milliseconds. */
const answerMs = 2000

const answersTo = (topic: string) => `${topic}.is`

/** @param answerOf null: another replica answers */
export function answerQuestion<Answer>(
  bus: Bus,
  topic: string,
  answerOf: (about: unknown) => Answer | null | Promise<Answer | null>,
): void {
  bus.on(topic, async payload => {
    const { id, about } = payload as Question
    const answer = await answerOf(about)
    if (answer !== null) await bus.publish(answersTo(topic), { id, answer })
  })
}

/**
 * Asks the replicas something, from any process.
 *
 * @returns a function that waits for this number of answers, at most two seconds
 */
export function createQuestion<Answer>(bus: Bus, clock: Clock, topic: string) {
  const asking = new Map<string, (answer: Answer) => void>()
  bus.on(answersTo(topic), payload => {
    const { id, answer } = payload as { id: string; answer: Answer }
    asking.get(id)?.(answer)
  })
  return async function ask(about: unknown, answers: number): Promise<Answer[]> {
    const id = randomUUID()
    const found: Answer[] = []
    const { promise, resolve } = Promise.withResolvers<void>()
    asking.set(id, answer => {
      found.push(answer)
      if (found.length >= answers) resolve()
    })
    const cancel = clock.after(answerMs, resolve)
    try {
      await bus.publish(topic, { id, about } satisfies Question)
      if (found.length < answers) await promise
      return found
    } finally {
      cancel()
      asking.delete(id)
    }
  }
}
