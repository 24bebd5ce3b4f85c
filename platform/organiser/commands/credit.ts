import { and, asc, eq, inArray, isNotNull } from 'drizzle-orm'
import * as v from 'valibot'
import type { Db } from '../../database/database.ts'
import { accounts, solves, submissions, users } from '../../database/schema.ts'
import { submissionStatus } from '../../database/submission-status.ts'
import { findByRow, rowKey, slugPath } from '../../event/challenge-key.ts'
import { block, count, list, suggest, text } from '../../event/fields.ts'
import { matchFlag } from '../../event/flags.ts'
import type { ChallengeDefinition } from '../../event/model.ts'
import {
  type ChangeContext,
  changeCommand,
  OrganiserRefusal,
  type PlannedChange,
} from '../command.ts'
import { accountNamed } from './accounts.ts'
import { challengeNamed } from './challenges.ts'

/** A rejected flag that is accepted now, as of the time when it was submitted. */
interface Credit {
  submission: Submission
  challenge: ChallengeDefinition
  flagId: string
}

type Submission = typeof submissions.$inferSelect & { account: string; username: string }

const { accepted, rejected, resubmitted } = submissionStatus

/** Accepts single submissions, whatever their texts are. */
export const credit = changeCommand(
  block({ ids: v.pipe(list(count), v.nonEmpty('names no submission')), flag: v.optional(text) }),
  async (context, { ids, flag }) => {
    const rows = await submissionsOf(context.tx, inArray(submissions.id, ids))
    const missing = ids.find(id => !rows.some(row => row.id === id))
    if (missing !== undefined)
      throw new OrganiserRefusal(`there is no submission ${missing}; 'wrong' shows them`)
    const credits = rows.map(submission => {
      const challenge = challengeOf(context, submission)
      return { submission, challenge, flagId: flagOf(challenge, flag) }
    })
    return crediting(context, credits)
  },
)

/** Accepts the submissions that the present flags would accept. */
export const rejudge = changeCommand(block({ challenge: text }), async (context, given) => {
  const { tx, event, secrets } = context
  const challenge = challengeNamed(event.base, given.challenge)
  const { category, slug } = challenge.rowName
  const isWrong = and(
    eq(submissions.category, category),
    eq(submissions.slug, slug),
    eq(submissions.status, rejected),
    isNotNull(submissions.text),
  )
  const credits: Credit[] = []
  for (const submission of await submissionsOf(tx, isWrong)) {
    const match = matchFlag({
      challenge,
      text: submission.text ?? '',
      accountId: submission.accountId,
      prefix: event.current.flagPrefix,
      secret: secrets.flags,
    })
    if (match.verdict === 'accepted') credits.push({ submission, challenge, flagId: match.flag.id })
  }
  return crediting(context, credits)
})

/** Takes an account's solves of a challenge back. */
export const unsolve = changeCommand(
  block({ account: text, challenge: text, flag: v.optional(text) }),
  async (context, given) => {
    const { tx, event, scores } = context
    const account = await accountNamed(context, given.account)
    const challenge = challengeNamed(event.base, given.challenge)
    const { category, slug } = challenge.rowName
    const isOfFlag = (table: typeof solves | typeof submissions) =>
      and(
        eq(table.accountId, account.id),
        eq(table.category, category),
        eq(table.slug, slug),
        ...(given.flag === undefined ? [] : [eq(table.flagId, flagOf(challenge, given.flag))]),
      )
    const rows = await tx.select().from(solves).where(isOfFlag(solves)).orderBy(asc(solves.flagId))
    return {
      changes: rows.map(({ flagId, solvedAt }) => ({
        what: `${flagName(challenge, flagId)} of ${account.displayName}`,
        before: `solved at ${solvedAt.toISOString()}`,
        after: null,
      })),
      notes: [],
      async apply() {
        await tx.delete(solves).where(isOfFlag(solves))
        await tx
          .update(submissions)
          .set({ status: rejected })
          .where(and(isOfFlag(submissions), eq(submissions.status, accepted)))
        return scores.corrected(tx, [account.id])
      },
    }
  },
)

/** An account gets each flag from its earliest submission, even if it solved the flag later. */
async function crediting(context: ChangeContext, credits: Credit[]) {
  const { tx, scores, current } = context
  const changes: PlannedChange[] = []
  const made: (typeof solves.$inferInsert & { submission: number })[] = []
  for (const { submission, challenge, flagId } of credits) {
    const { accountId, userId, submittedAt } = submission
    const flag = { accountId, ...challenge.rowName, flagId }
    if (
      made.some(
        one => one.accountId === accountId && rowKey(one) === rowKey(flag) && one.flagId === flagId,
      )
    )
      continue
    const [before] = await tx.select().from(solves).where(isFlag(flag))
    if (before && before.solvedAt <= submittedAt) continue
    changes.push({
      what: `${flagName(challenge, flagId)} of ${submission.account}`,
      before: before ? `solved at ${before.solvedAt.toISOString()}` : 'rejected',
      after: `solved at ${submittedAt.toISOString()} by ${submission.username}`,
    })
    const counts = submittedAt < current.end
    made.push({ ...flag, userId, solvedAt: submittedAt, counts, submission: submission.id })
  }
  return {
    changes,
    notes: made.some(({ counts }) => !counts) ? ['what came after the end gives no points'] : [],
    async apply() {
      for (const { submission, ...solve } of made) {
        const { accountId, category, slug, flagId } = solve
        await tx
          .update(submissions)
          .set({ status: resubmitted })
          .where(
            and(
              eq(submissions.accountId, accountId),
              eq(submissions.flagId, flagId),
              eq(submissions.category, category),
              eq(submissions.slug, slug),
              eq(submissions.status, accepted),
            ),
          )
        await tx
          .insert(solves)
          .values(solve)
          .onConflictDoUpdate({
            target: [solves.accountId, solves.category, solves.slug, solves.flagId],
            set: { solvedAt: solve.solvedAt, userId: solve.userId, counts: solve.counts },
          })
        await tx
          .update(submissions)
          .set({ status: accepted, flagId: solve.flagId })
          .where(eq(submissions.id, submission))
      }
      return scores.corrected(tx, [...new Set(made.map(({ accountId }) => accountId))])
    },
  }
}

const isFlag = (
  flag: Pick<typeof solves.$inferSelect, 'accountId' | 'category' | 'slug' | 'flagId'>,
) =>
  and(
    eq(solves.accountId, flag.accountId),
    eq(solves.category, flag.category),
    eq(solves.slug, flag.slug),
    eq(solves.flagId, flag.flagId),
  )

/** Earliest first. */
async function submissionsOf(tx: Db, which: ReturnType<typeof and>): Promise<Submission[]> {
  const rows = await tx
    .select({ submission: submissions, account: accounts.displayName, username: users.username })
    .from(submissions)
    .innerJoin(accounts, eq(accounts.id, submissions.accountId))
    .innerJoin(users, eq(users.id, submissions.userId))
    .where(which)
    .orderBy(asc(submissions.submittedAt), asc(submissions.id))
  return rows.map(({ submission, ...names }) => ({ ...submission, ...names }))
}

function challengeOf({ event }: ChangeContext, submission: Submission): ChallengeDefinition {
  const found = findByRow(event.base, submission)
  if (found) return found
  throw new OrganiserRefusal(`the event has no challenge ${rowKey(submission)} any more`)
}

function flagOf(challenge: ChallengeDefinition, wanted: string | undefined): string {
  const ids = challenge.flags.map(({ id }) => id)
  const [only, ...others] = ids
  if (wanted === undefined && only !== undefined && others.length === 0) return only
  const path = slugPath(challenge)
  if (wanted === undefined)
    throw new OrganiserRefusal(`${path} has the flags ${ids.join(', ')}: name one with --flag`)
  if (ids.includes(wanted)) return wanted
  throw new OrganiserRefusal(`${path} has no flag '${wanted}'; ${suggest(wanted, ids)}`)
}

const flagName = (challenge: ChallengeDefinition, flagId: string) =>
  challenge.flags.length === 1 ? slugPath(challenge) : `${slugPath(challenge)}, flag ${flagId},`
