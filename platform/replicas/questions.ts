import { randomUUID } from 'node:crypto'
import type { Bus } from '../bus.ts'
import type { QuestionTopic } from '../bus-topics.ts'
import type { Clock } from '../clock.ts'

/** How long to wait for answers, in milliseconds. */
const answerMs = 2000

const answersTo = (topic: QuestionTopic) => `${topic}.is` as const

/** @param answerOf null: another replica answers */
export function answerQuestion<Answer>(
  bus: Bus,
  topic: QuestionTopic,
  answerOf: (about: unknown) => Answer | null | Promise<Answer | null>,
): void {
  bus.on(topic, async ({ id, about }) => {
    const answer = await answerOf(about)
    if (answer !== null) await bus.publish(answersTo(topic), { id, answer })
  })
}

/**
 * Asks the replicas something, from any process.
 *
 * @returns a function that waits for this number of answers, at most two seconds
 */
export function createQuestion<Answer>(bus: Bus, clock: Clock, topic: QuestionTopic) {
  const asking = new Map<string, (answer: Answer) => void>()
  bus.on(answersTo(topic), ({ id, answer }) => {
    // A topic has one type of answer.
    asking.get(id)?.(answer as Answer)
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
      await bus.publish(topic, { id, about })
      if (found.length < answers) await promise
      return found
    } finally {
      cancel()
      asking.delete(id)
    }
  }
}
