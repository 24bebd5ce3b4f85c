import { asc, eq } from 'drizzle-orm'
import * as v from 'valibot'
import { accounts, awards } from '../../database/schema.ts'
import { localText } from '../../event/details/details-schema.ts'
import { block, count, text } from '../../event/fields.ts'
import { plural } from '../../event/record/plural.ts'
import {
  type ChangeContext,
  changeCommand,
  OrganiserRefusal,
  type Plan,
  viewCommand,
} from '../command.ts'
import { accountNamed } from './accounts.ts'
import { maxAwardPoints, maxReasonLength, notInReason } from './award-limits.ts'
import { newId } from './new-id.ts'

const input = block({
  account: text,
  points: v.pipe(count, v.maxValue(maxAwardPoints, `must be ${maxAwardPoints} or less`)),
  reason: localText,
})

const giving = (sign: 1 | -1) =>
  changeCommand(input, async (context, given) => {
    const { tx, now, scores } = context
    const account = await accountNamed(context, given.account)
    const points = sign * given.points
    const reason = checked(given.reason)
    const has = scores.own(account.id).score.points
    return {
      changes: [
        {
          what: `points of ${account.displayName}`,
          before: null,
          after: inWords({ points, reason }),
        },
      ],
      notes: account.scoreGroup
        ? [
            `${account.displayName} has ${signed(plural(has, 'point'))} now, then ${signed(has + points)}`,
          ]
        : [`${account.displayName} has no score group yet: the points count from then on`],
      async apply() {
        const id = newId()
        await tx.insert(awards).values({ id, accountId: account.id, points, reason, madeAt: now })
        return scores.corrected(tx, [account.id])
      },
    }
  })

export const award = giving(1)
export const deduct = giving(-1)

/** @throws OrganiserRefusal */
function checked(reason: Record<string, string>): Record<string, string> {
  const texts = Object.values(reason)
  if (texts.some(one => one.length > maxReasonLength))
    throw new OrganiserRefusal(`reason: must have ${maxReasonLength} characters or less`)
  if (texts.some(one => notInReason.test(one)))
    throw new OrganiserRefusal('reason: must be one line, without characters that nobody sees')
  return reason
}

/** @returns null if no points were given or taken under this id */
export async function planTakeAwardBack(context: ChangeContext, id: string): Promise<Plan | null> {
  const { tx, scores } = context
  const [found] = await tx
    .select({ award: awards, account: accounts.displayName })
    .from(awards)
    .innerJoin(accounts, eq(accounts.id, awards.accountId))
    .where(eq(awards.id, id))
  if (!found) return null
  return {
    changes: [{ what: `points of ${found.account}`, before: inWords(found.award), after: null }],
    notes: [],
    async apply() {
      await tx.delete(awards).where(eq(awards.id, id))
      return scores.corrected(tx, [found.award.accountId])
    },
  }
}

/** What was given and taken, oldest first. */
export const showAwards = viewCommand(block({}), async ({ database: { db } }) => {
  const rows = await db
    .select({
      id: awards.id,
      time: awards.madeAt,
      account: accounts.displayName,
      accountId: awards.accountId,
      points: awards.points,
      reason: awards.reason,
    })
    .from(awards)
    .innerJoin(accounts, eq(accounts.id, awards.accountId))
    .orderBy(asc(awards.madeAt), asc(awards.id))
  return rows.map(({ time, ...rest }) => ({ ...rest, time: time.toISOString() }))
})

/** With a minus sign, which is not a hyphen. */
const signed = (points: number | string) => `${points}`.replace('-', '−')

function inWords({ points, reason }: Pick<typeof awards.$inferSelect, 'points' | 'reason'>) {
  const texts = Object.entries(reason).map(([tag, one]) => `${tag}: ${one}`)
  return [points > 0 ? `+${points}` : signed(points), ...texts].join('; ')
}
