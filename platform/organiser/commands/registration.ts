import { asc, eq } from 'drizzle-orm'
import * as v from 'valibot'
import { inBatches } from '../../database/in-batches.ts'
import { inviteCodes } from '../../database/schema.ts'
import { block, count } from '../../event/fields.ts'
import { plural } from '../../event/record/plural.ts'
import { makeInviteCode } from '../../identity/invite-codes.ts'
import { registrations } from '../../identity/registration.ts'
import { type ChangeContext, changeCommand, type Plan, viewCommand } from '../command.ts'
import { followDecisions } from './follow-decisions.ts'
import { newId } from './new-id.ts'

/** Who may create an account at the embedded identity provider. */
export const registration = changeCommand(
  block({ state: v.picklist(registrations, 'must be open, invited or closed') }),
  async (context, { state }) => {
    const { decisions } = context
    const before = decisions.registration
    return {
      changes: before === state ? [] : [{ what: 'registration', before, after: state }],
      notes:
        state === 'invited'
          ? ["people need a code of 'invite'; 'invites' shows those there are"]
          : [],
      apply: followDecisions(context, { ...decisions, registration: state }),
    }
  },
)

const maxCodes = 10_000
const number = v.optional(v.pipe(count, v.maxValue(maxCodes, `must be ${maxCodes} or less`)), 1)

/** The log does not have the codes, which are as good as a place. */
export const invite = changeCommand(
  block({ codes: number, uses: number }),
  async ({ tx, now, decisions }, { codes, uses }) => {
    const isNeeded = decisions.registration === 'invited'
    const notes = isNeeded
      ? []
      : [`registration is ${decisions.registration}: nobody is asked for a code`]
    return {
      changes: [
        {
          what: 'invite codes',
          before: null,
          after: `${plural(codes, 'code')} for ${plural(uses, 'account')} each`,
        },
      ],
      notes,
      async apply() {
        const made = Array.from({ length: codes }, makeInviteCode)
        const rows = made.map(code => ({ id: newId(), code, left: uses, used: 0, madeAt: now }))
        for (const batch of inBatches(rows)) await tx.insert(inviteCodes).values(batch)
        for (const code of made) notes.push(`code: ${code}`)
        return () => {}
      },
    }
  },
)

/** @returns null if no invite code has this id */
export async function planTakeInviteBack({ tx }: ChangeContext, id: string): Promise<Plan | null> {
  const isCode = eq(inviteCodes.id, id)
  const [found] = await tx.select().from(inviteCodes).where(isCode)
  if (!found) return null
  return {
    changes: [
      { what: `invite code ${id}`, before: `for ${plural(found.left, 'account')}`, after: null },
    ],
    notes: found.used > 0 ? [`accounts that came with it stay: ${found.used}`] : [],
    async apply() {
      await tx.delete(inviteCodes).where(isCode)
      return () => {}
    },
  }
}

export const showInvites = viewCommand(block({}), async ({ database: { db } }) => {
  const rows = await db
    .select()
    .from(inviteCodes)
    .orderBy(asc(inviteCodes.madeAt), asc(inviteCodes.id))
  return rows.map(({ madeAt, ...rest }) => ({ ...rest, madeAt: madeAt.toISOString() }))
})
