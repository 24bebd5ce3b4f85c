import { and, eq, isNull } from 'drizzle-orm'
import type { SolveResult } from '../../src/api/contract.ts'
import type { Db } from '../database/database.ts'
import { accounts, solves, submissions } from '../database/schema.ts'
import { submissionStatus } from '../database/submission-status.ts'
import { matchFlag } from '../event/flags.ts'
import { takenBack } from '../limits/limits.ts'
import type { Handlers } from './context.ts'
import { AccountEnded } from './directory.ts'
import { requireUnlocked } from './extensions/requirements.ts'
import { requireChallenge, requireNotPaused, requirePlay } from './rules.ts'

/** Characters of a wrong flag. Longer ones would fill the database. */
const maxKeptLength = 500

export const solveHandlers: Handlers<'solveChallenge'> = {
  async solveChallenge(context): Promise<SolveResult> {
    const { database, event, scores, member, body, now, address, log } = context
    const account = requirePlay(context)
    requireNotPaused(event.current)
    const challenge = requireChallenge(context, context.params)
    await requireUnlocked(context, account.id, challenge)
    const attempt = await context.limits.attempt('flag', account.id, address)

    const match = matchFlag({
      challenge,
      text: body.flag,
      prefix: event.current.flagPrefix,
      secret: context.secrets.flags,
      accountId: account.id,
    })
    const flag = match.verdict === 'rejected' ? null : match.flag
    const submission = {
      accountId: account.id,
      userId: member.user.id,
      ...challenge.rowName,
      flagId: flag?.id ?? null,
      submittedAt: now,
    }

    if (match.verdict !== 'accepted') {
      const sharedFrom = match.verdict === 'shared' ? match.accountId : null
      const text = body.flag.trim().slice(0, maxKeptLength + 1)
      await database
        .once(tx =>
          tx.insert(submissions).values({
            ...submission,
            sharedFrom,
            status: submissionStatus.rejected,
            text: text.length > maxKeptLength ? null : text,
          }),
        )
        .catch(takenBack(attempt))
      if (sharedFrom !== null) log.warn({ ...submission, sharedFrom }, 'a flag was shared')
      return { status: submissionStatus.rejected }
    }

    const solve = {
      accountId: account.id,
      ...challenge.rowName,
      flagId: match.flag.id,
      userId: member.user.id,
      solvedAt: now,
    }
    // The transaction is committed before the answer, so an accepted flag stays accepted.
    const store = async (tx: Db) => {
      await requireStillThere(tx, account.id)
      // An organiser may be moving the end.
      const counts = now < event.current.end || now < (await event.endIn(tx))
      const row = { ...solve, counts }
      const inserted = await tx.insert(solves).values(row).onConflictDoNothing().returning()
      const verdict = inserted.length > 0 ? submissionStatus.accepted : submissionStatus.resubmitted
      await tx.insert(submissions).values({ ...submission, status: verdict })
      return inserted.length > 0
        ? scores.solved(tx, { ...row, username: member.user.username })
        : null
    }
    const counted = await database.once(store).catch(takenBack(attempt))
    counted?.()
    // A resubmitted flag still counts as an attempt. Otherwise a user could fill the table. If the attempt
    // cannot be taken back, an accepted flag stays accepted.
    if (counted)
      await attempt.takeBack().catch(error => log.warn({ err: error }, 'an attempt stays counted'))
    return { status: counted ? submissionStatus.accepted : submissionStatus.resubmitted }
  },
}

/** A merge or a ban of the account waits for this transaction. If one has begun before, this waits, and sees it. */
async function requireStillThere(tx: Db, accountId: string): Promise<void> {
  const plays = and(eq(accounts.id, accountId), isNull(accounts.bannedAt))
  const [row] = await tx.select({ id: accounts.id }).from(accounts).where(plays).for('key share')
  if (!row) throw new AccountEnded(`the account ${accountId} does not play any more`)
}
