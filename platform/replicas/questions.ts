import { randomUUID } from 'node:crypto'
import type { Bus } from '../bus.ts'
import type { QuestionTopic } from '../bus-topics.ts'
import type { Clock } from '../clock.ts'

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
 * @param answerMs how long to wait for answers, in milliseconds
 * @returns a function that waits until there is this number of answers, or until they are enough
 */
export function createQuestion<Answer>(
  bus: Bus,
  clock: Clock,
  topic: QuestionTopic,
  answerMs = 2000,
) {
  const asking = new Map<string, (answer: Answer) => void>()
  bus.on(answersTo(topic), ({ id, answer }) => {
    // A topic has one type of answer.
    asking.get(id)?.(answer as Answer)
  })
  return async function ask(
    about: unknown,
    answers: number | ((found: readonly Answer[]) => boolean),
  ): Promise<Answer[]> {
    const id = randomUUID()
    const found: Answer[] = []
    const isEnough = () => (typeof answers === 'number' ? found.length >= answers : answers(found))
    const { promise, resolve } = Promise.withResolvers<void>()
    asking.set(id, answer => {
      found.push(answer)
      if (isEnough()) resolve()
    })
    const cancel = clock.after(answerMs, resolve)
    try {
      await bus.publish(topic, { id, about })
      if (!isEnough()) await promise
      return found
    } finally {
      cancel()
      asking.delete(id)
    }
  }
}
