import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import { inBatches } from '../../database/in-batches.ts'
import {
  accounts,
  awards,
  hintsTaken,
  solves,
  submissions,
  teamMembers,
  teams,
} from '../../database/schema.ts'
import { submissionStatus } from '../../database/submission-status.ts'
import { block, text } from '../../event/fields.ts'
import { plural } from '../../event/record/plural.ts'
import { type ChangeContext, changeCommand, OrganiserRefusal } from '../command.ts'
import { type AccountRow, accountNamed } from './accounts.ts'
import { planStopAll, stoppedDesktops } from './environments.ts'
import { firstFreePlace } from './first-free-place.ts'

type Solve = typeof solves.$inferSelect
type Hint = typeof hintsTaken.$inferSelect
type Member = typeof teamMembers.$inferSelect

const { accepted, resubmitted } = submissionStatus

/** Makes two accounts one. It gets the flags of both, and if both solved a flag, the earlier solve. */
export const merge = changeCommand(block({ from: text, into: text }), async (context, given) => {
  const { tx, event, now } = context
  const [from, into] = await lockedPair(context, given)
  const { teamMode, teamSize } = event.current
  const leaving = teamMode ? await membersOf(context, from.id) : []
  const staying = teamMode ? await membersOf(context, into.id) : []
  if (teamMode && staying.length === 0)
    throw new OrganiserRefusal(`${into.displayName} has no members any more`)
  const size = leaving.length + staying.length
  if (teamSize !== null && size > teamSize)
    throw new OrganiserRefusal(
      `${into.displayName} would have ${size} members: a team may have ${plural(teamSize, 'member')}`,
    )
  if (into.scoreGroup === null && from.scoreGroup !== null)
    throw new OrganiserRefusal(`${into.displayName} has no score group yet: merge the other way`)
  const solved = await unitedSolves(context, from, into)
  const hints = await unitedHints(context, from, into)
  const points = await tx.select().from(awards).where(eq(awards.accountId, from.id))
  const stopping = await planStopAll(context, from.id)
  // Members of a team play on in the other one, with their desktops.
  const desktops = teamMode ? [] : await stoppedDesktops(context, from.id)
  const suffix = ` of ${into.displayName}`
  const counted = (what: string, before: number, after: number) =>
    before === after ? [] : [{ what: what + suffix, before: `${before}`, after: `${after}` }]
  return {
    changes: [
      {
        what: from.displayName,
        before: teamMode ? plural(leaving.length, 'member') : 'takes part',
        after: teamMode ? null : 'banned',
      },
      ...counted('members', staying.length, teamMode ? size : staying.length),
      ...counted('flags', solved.before, solved.all.length),
      ...counted('hints', hints.before, hints.all.length),
      ...(points.length > 0
        ? [{ what: `awards${suffix}`, before: null, after: `${points.length} more` }]
        : []),
    ],
    notes: [
      ...stopping.notes.map(note => `${note}: they have flags of ${from.displayName}`),
      ...desktops,
      ...(from.scoreGroup !== null && from.scoreGroup !== into.scoreGroup
        ? [`all of it counts in the score group of ${into.displayName}`]
        : []),
      ...(teamMode
        ? []
        : [`who is ${from.displayName} signs in as ${into.displayName} from now on`]),
    ],
    async apply() {
      const stopped = await stopping.apply()
      await tx.delete(solves).where(inArray(solves.accountId, [from.id, into.id]))
      for (const batch of inBatches(solved.all)) await tx.insert(solves).values(batch)
      await tx.delete(hintsTaken).where(inArray(hintsTaken.accountId, [from.id, into.id]))
      for (const batch of inBatches(hints.all)) await tx.insert(hintsTaken).values(batch)
      await tx.update(awards).set({ accountId: into.id }).where(eq(awards.accountId, from.id))
      await moveSubmissions(context, from, into, solved.all)
      // It is off the board, even while an environment of it is still stopping.
      await tx.update(accounts).set({ bannedAt: now }).where(eq(accounts.id, from.id))
      await moveMembers(context, leaving, staying, into.id)
      return announceMerge(context, [from, into], leaving, stopped)
    },
  }
})

/** While they are locked, nobody joins them, and no flag of theirs is stored. */
async function lockedPair(context: ChangeContext, given: { from: string; into: string }) {
  const named = [await accountNamed(context, given.from), await accountNamed(context, given.into)]
  const ids = named.map(({ id }) => id)
  if (ids[0] === ids[1]) throw new OrganiserRefusal('name two accounts')
  const { tx } = context
  const isOne = inArray(teams.id, ids)
  await tx.select().from(teams).where(isOne).orderBy(teams.id).for('update')
  const rows = await tx
    .select()
    .from(accounts)
    .where(inArray(accounts.id, ids))
    .orderBy(accounts.id)
    .for('update')
  return ids.map(id => {
    const row = rows.find(one => one.id === id)
    if (!row) throw new OrganiserRefusal('one of them has just ended: try it again')
    if (row.bannedAt)
      throw new OrganiserRefusal(`${row.displayName} is banned: unban it before, if it may play`)
    return row
  }) as [AccountRow, AccountRow]
}

const membersOf = ({ tx }: ChangeContext, teamId: string): Promise<Member[]> =>
  tx.select().from(teamMembers).where(eq(teamMembers.teamId, teamId)).orderBy(teamMembers.place)

async function unitedSolves({ tx }: ChangeContext, from: AccountRow, into: AccountRow) {
  const rows = await tx
    .select()
    .from(solves)
    .where(inArray(solves.accountId, [from.id, into.id]))
    .orderBy(solves.solvedAt)
  const key = ({ category, slug, flagId }: Solve) => JSON.stringify([category, slug, flagId])
  return united(rows, into, key)
}

async function unitedHints({ tx }: ChangeContext, from: AccountRow, into: AccountRow) {
  const rows = await tx
    .select()
    .from(hintsTaken)
    .where(inArray(hintsTaken.accountId, [from.id, into.id]))
    .orderBy(hintsTaken.takenAt)
  const key = ({ category, slug, hintId }: Hint) => JSON.stringify([category, slug, hintId])
  return united(rows, into, key)
}

/** The first of each key, as the account's own. @param rows earliest first */
function united<T extends { accountId: string }>(
  rows: readonly T[],
  { id: accountId }: AccountRow,
  identify: (row: T) => string,
) {
  const all = new Map<string, T>()
  for (const row of rows) if (!all.has(identify(row))) all.set(identify(row), { ...row, accountId })
  return {
    before: rows.filter(row => row.accountId === accountId).length,
    all: [...all.values()],
  }
}

/** If both accounts solved a flag, the later submission becomes one that was sent again. */
async function moveSubmissions(
  { tx }: ChangeContext,
  from: AccountRow,
  into: AccountRow,
  solved: readonly Solve[],
) {
  const own = inArray(submissions.accountId, [from.id, into.id])
  // A flag of one of the two no longer counts as a flag of another account.
  await tx
    .update(submissions)
    .set({ sharedFrom: null })
    .where(and(own, inArray(submissions.sharedFrom, [from.id, into.id])))
  await tx
    .update(submissions)
    .set({ sharedFrom: into.id })
    .where(eq(submissions.sharedFrom, from.id))
  await tx.update(submissions).set({ accountId: into.id }).where(eq(submissions.accountId, from.id))
  const rows = await tx
    .select()
    .from(submissions)
    .where(
      and(
        eq(submissions.accountId, into.id),
        eq(submissions.status, accepted),
        isNotNull(submissions.flagId),
      ),
    )
  const isFirst = (row: (typeof rows)[number]) =>
    solved.some(
      ({ category, slug, flagId, solvedAt }) =>
        category === row.category &&
        slug === row.slug &&
        flagId === row.flagId &&
        solvedAt.getTime() === row.submittedAt.getTime(),
    )
  const later = rows.filter(row => !isFirst(row)).map(({ id }) => id)
  for (const batch of inBatches(later))
    await tx.update(submissions).set({ status: resubmitted }).where(inArray(submissions.id, batch))
}

/** The database ends a team with its last member. */
async function moveMembers(
  { tx, now }: ChangeContext,
  leaving: readonly Member[],
  staying: readonly Member[],
  teamId: string,
) {
  const taken = new Set(staying.map(({ place }) => place))
  for (const { userId } of leaving) {
    const place = firstFreePlace(taken)
    taken.add(place)
    await tx.delete(teamMembers).where(eq(teamMembers.userId, userId))
    await tx.insert(teamMembers).values({ userId, teamId, place, joinedAt: now })
  }
}

async function announceMerge(
  { tx, bus, scores }: ChangeContext,
  pair: readonly AccountRow[],
  moved: readonly Member[],
  stopped: () => void,
) {
  const tell = [stopped]
  for (const { userId } of moved) tell.push(await bus.publishIn(tx, 'user.changed', userId))
  for (const { id } of pair)
    for (const topic of ['account.changed', 'team.changed'] as const)
      tell.push(await bus.publishIn(tx, topic, id))
  const read = await scores.corrected(
    tx,
    pair.map(({ id }) => id),
  )
  return async () => {
    for (const one of tell) one()
    await read()
  }
}
