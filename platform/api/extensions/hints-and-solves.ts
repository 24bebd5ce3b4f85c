import { and, eq } from 'drizzle-orm'
import { hintsTaken } from '../../database/schema.ts'
import { Refusal } from '../../refusal.ts'
import type { Handlers } from '../context.ts'
import { requireChallenge, requirePlay } from '../rules.ts'
import { requireUnlocked } from './requirements.ts'

export const hintHandlers: Handlers<'takeHint' | 'listSolves'> = {
  async takeHint(context) {
    const { database, event, scores, member, params, now } = context
    const account = requirePlay(context)
    const challenge = requireChallenge(context, params)
    await requireUnlocked(context, account.id, challenge)
    const hint = challenge.hints.find(({ id }) => id === params.hintId)
    if (!hint) throw new Refusal('NOT_FOUND', `there is no hint ${params.hintId}`)
    if (hint.cost === 0) return hint

    const taking = {
      accountId: account.id,
      ...challenge.rowName,
      hintId: hint.id,
      userId: member.user.id,
      cost: hint.cost,
      takenAt: now,
    }
    const isOver = now >= event.current.end
    const isClosed = isOver || event.current.isPaused
    const taken = await database.once(async tx => {
      if (!isClosed) {
        const inserted = await tx
          .insert(hintsTaken)
          .values(taking)
          .onConflictDoNothing()
          .returning()
        return inserted.length > 0 ? scores.hintTaken(tx, taking) : null
      }
      const isHintTaken = and(
        eq(hintsTaken.accountId, taking.accountId),
        eq(hintsTaken.category, taking.category),
        eq(hintsTaken.slug, taking.slug),
        eq(hintsTaken.hintId, taking.hintId),
      )
      const rows = await tx.select().from(hintsTaken).where(isHintTaken)
      if (rows.length > 0) return null
      throw new Refusal(
        'TIME_RESTRICTED',
        isOver ? 'the event has ended: no hint can be taken any more' : 'the event is paused',
      )
    })
    taken?.()
    return hint
  },

  async listSolves(context) {
    const { scoreGroup, id } = requirePlay(context)
    const challenge = requireChallenge(context, context.params)
    return context.scores.solves(scoreGroup, challenge, id)
  },
}
