import * as v from 'valibot'
import type { Db } from '../../../database/database.ts'
import { inBatches } from '../../../database/in-batches.ts'
import { awards, solves, submissions } from '../../../database/schema.ts'
import { submissionStatus } from '../../../database/submission-status.ts'
import { block, list, text } from '../../../event/fields.ts'
import type { ChallengeDefinition } from '../../../event/model.ts'
import { plural } from '../../../event/record/plural.ts'
import { type ChangeContext, OrganiserRefusal } from '../../command.ts'
import { maxAwardPoints, maxReasonLength } from '../award-limits.ts'
import { challengeNamed } from '../challenges.ts'
import { newId } from '../new-id.ts'

/** Milliseconds since the epoch. */
const moment = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(8.64e15))
/** A place in the list of people. */
const index = v.pipe(v.number(), v.integer(), v.minValue(0))

/** What people solved and got elsewhere, before they came. */
export const earlierResults = block({
  /** Who solved each challenge, and when. `challenge` is its name on the earlier platform. */
  solves: list(block({ challenge: text, by: list(v.tuple([index, moment])) })),
  awards: list(
    block({
      person: index,
      at: moment,
      reason: v.pipe(text, v.maxLength(maxReasonLength)),
      points: v.pipe(
        v.number(),
        v.integer(),
        v.minValue(-maxAwardPoints),
        v.maxValue(maxAwardPoints),
        v.notValue(0),
      ),
    }),
  ),
})

/** The account of each imported person, in the order of the import. */
export interface Scoring {
  userId: string
  /** Null: without a team. */
  accountId: string | null
}

interface Solved {
  challenge: ChallengeDefinition
  by: readonly [person: number, at: number][]
}

/** The results that fit this event. */
export interface EarlierResults {
  solves: Solved[]
  awards: v.InferOutput<typeof earlierResults>['awards']
  /** A line for each thing that was left out, and why. */
  notes: string[]
}

/** @param scores whether the person at this place of the import has an account: in team mode a team */
export function readResults(
  { event, current }: ChangeContext,
  given: v.InferOutput<typeof earlierResults> | undefined,
  scores: (person: number) => boolean,
): EarlierResults {
  const notes: string[] = []
  const found: Solved[] = []
  const start = current.start.getTime()
  for (const { challenge: name, by } of given?.solves ?? []) {
    const leaveOut = (count: number, why: string) => {
      if (count > 0) notes.push(`left out: ${plural(count, 'solve')} of '${name}', ${why}`)
    }
    try {
      const challenge = challengeNamed(event.base, name)
      const inTime = by.filter(([, at]) => at >= start)
      leaveOut(by.length - inTime.length, "before the event's start")
      const scoring = inTime.filter(([person]) => scores(person))
      leaveOut(inTime.length - scoring.length, 'of people without a team')
      if (scoring.length > 0) found.push({ challenge, by: scoring })
    } catch (error) {
      if (!(error instanceof OrganiserRefusal)) throw error
      const [reason = ''] = error.message.split(';')
      leaveOut(by.length, `because ${reason}`)
    }
  }
  const all = given?.awards ?? []
  const awards = all.filter(({ person }) => scores(person))
  const alone = all.length - awards.length
  if (alone > 0) notes.push(`left out: ${plural(alone, 'award')} of people without a team`)
  return { solves: found, awards, notes }
}

/** A challenge was solved as a whole there: so each of its flags is. */
export async function storeResults(
  tx: Db,
  { solves: solved, awards: given }: EarlierResults,
  people: readonly Scoring[],
  end: Date,
): Promise<void> {
  const rows = new Map<string, typeof solves.$inferInsert>()
  for (const { challenge, by } of solved)
    for (const [person, at] of by.toSorted((a, b) => a[1] - b[1])) {
      const { userId, accountId } = people[person] ?? {}
      if (!userId || !accountId) continue
      const solvedAt = new Date(at)
      for (const { id: flagId } of challenge.flags) {
        const row = { accountId, ...challenge.rowName, flagId }
        const key = JSON.stringify(Object.values(row))
        if (!rows.has(key)) rows.set(key, { ...row, userId, solvedAt, counts: solvedAt < end })
      }
    }
  // A team that was there has perhaps solved it already.
  for (const batch of inBatches([...rows.values()])) {
    const made = await tx.insert(solves).values(batch).onConflictDoNothing().returning()
    if (made.length === 0) continue
    await tx.insert(submissions).values(
      made.map(({ counts: _, solvedAt: submittedAt, ...rest }) => ({
        ...rest,
        submittedAt,
        status: submissionStatus.accepted,
      })),
    )
  }
  const own = given.flatMap(({ person, points, reason, at }) => {
    const { accountId } = people[person] ?? {}
    if (!accountId) return []
    return [{ id: newId(), accountId, points, reason: { en: reason }, madeAt: new Date(at) }]
  })
  for (const batch of inBatches(own)) await tx.insert(awards).values(batch)
}
