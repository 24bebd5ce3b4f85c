import { ne } from 'drizzle-orm'
import type { Bus } from '../bus.ts'
import type { QuestionTopic } from '../bus-topics.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { replicas as table } from '../database/schema.ts'
import { answerQuestion, createQuestion } from './questions.ts'

export interface AskOthersOptions {
  database: Pick<Database, 'db'>
  bus: Bus
  replicas: { readonly id: string }
  clock: Clock
}

/** What another replica said. */
export interface AnswerOfOther<Answer> {
  /** Its address, or its id if it has none. */
  replica: string
  /** Null: it did not answer in time. */
  answer: Answer | null
}

const answerTimeoutMs = 10_000

/**
 * A question that each replica can ask all others.
 *
 * @param answerOf what this replica answers to them
 * @returns asks them
 */
export function createAskOthers<Answer extends object>(
  { database, bus, replicas, clock }: AskOthersOptions,
  topic: QuestionTopic,
  answerOf: () => Answer | Promise<Answer>,
): () => Promise<AnswerOfOther<Answer>[]> {
  answerQuestion(bus, topic, async from =>
    from === replicas.id ? null : { ...(await answerOf()), replica: replicas.id },
  )
  const ask = createQuestion<Answer & { replica: string }>(bus, clock, topic, answerTimeoutMs)

  return async () => {
    const rows = await database.db.select().from(table).where(ne(table.id, replicas.id))
    if (rows.length === 0) return []
    const answers = await ask(replicas.id, found =>
      rows.every(({ id }) => found.some(({ replica }) => replica === id)),
    )
    return rows.map(({ id, url }) => ({
      replica: url ?? id,
      answer: answers.find(({ replica }) => replica === id) ?? null,
    }))
  }
}
