import { eq, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { maxTeamNameLength } from '../../../src/api/contract.ts'
import { accounts, teamMembers, teamNames, teams, users } from '../../database/schema.ts'
import { block, text } from '../../event/fields.ts'
import { endSessions } from '../../identity/end-sessions.ts'
import { claimTeamName } from '../../names/claims.ts'
import { readName } from '../../names/names.ts'
import { type ChangeContext, changeCommand, OrganiserRefusal, viewCommand } from '../command.ts'
import { type AccountRow, accountNamed, signInAccountNamed } from './accounts.ts'
import { planStopAll, stoppedDesktops } from './environments.ts'
import { scoreGroupNamed } from './score-groups.ts'

export const rename = changeCommand(
  block({
    account: text,
    name: v.pipe(
      text,
      v.maxLength(maxTeamNameLength, `must have ${maxTeamNameLength} characters or less`),
    ),
  }),
  async (context, given) => {
    const { tx, event } = context
    const account = await accountNamed(context, given.account)
    const name = readName(given.name)
    if (!name)
      throw new OrganiserRefusal(
        'the new name may have letters of one script, digits, signs and emoji, and nothing that cannot be seen',
      )
    const { teamMode } = event.current
    for (const key of teamMode ? name.keys : []) {
      const [other] = await tx.select().from(teamNames).where(eq(teamNames.key, key))
      if (other && other.teamId !== account.id)
        throw new OrganiserRefusal(
          'there is a team whose name looks like this one: choose another name',
        )
    }
    return {
      changes:
        account.displayName === name.text
          ? []
          : [{ what: 'name', before: account.displayName, after: name.text }],
      notes: [],
      async apply() {
        const displayName = name.text
        await tx.update(accounts).set({ displayName }).where(eq(accounts.id, account.id))
        if (teamMode) {
          await tx.update(teams).set({ name: displayName }).where(eq(teams.id, account.id))
          await tx.delete(teamNames).where(eq(teamNames.teamId, account.id))
          await claimTeamName(tx, account.id, name.keys)
        }
        return changed(context, account)
      },
    }
  },
)

/** Takes an account off the boards, or puts it back; it plays on. */
const hiding = (isHidden: boolean) =>
  changeCommand(block({ account: text }), async (context, given) => {
    const { tx, now } = context
    const account = await accountNamed(context, given.account)
    const [before, after] = isHidden ? ['on the board', 'hidden'] : ['hidden', 'on the board']
    const isSo = (account.hiddenAt !== null) === isHidden
    return {
      changes: isSo ? [] : [{ what: account.displayName, before, after }],
      notes: account.bannedAt ? [`${account.displayName} is banned, and on no board for that`] : [],
      async apply() {
        const hiddenAt = isHidden ? now : null
        await tx.update(accounts).set({ hiddenAt }).where(eq(accounts.id, account.id))
        return changed(context, account)
      },
    }
  })

export const hideAccount = hiding(true)
export const showAccount = hiding(false)

/** Moves an account to the board of another score group, with its points. Needs no password. */
export const changeGroup = changeCommand(
  block({ account: text, group: text }),
  async (context, given) => {
    const { tx, event, now } = context
    const account = await accountNamed(context, given.account)
    const { scoreGroups } = event.current
    const group = scoreGroupNamed(context, given.group)
    if (!group) {
      const names = scoreGroups.map(({ name }) => `'${name}'`).join(', ')
      throw new OrganiserRefusal(`there is no score group '${given.group}'; there are ${names}`)
    }
    const before = scoreGroups.find(({ slug }) => slug === account.scoreGroup)?.name
    const what = `score group of ${account.displayName}`
    return {
      changes:
        account.scoreGroup === group.slug
          ? []
          : [{ what, before: before ?? account.scoreGroup, after: group.name }],
      notes: [],
      async apply() {
        await tx
          .update(accounts)
          .set({ scoreGroup: group.slug, scoreGroupAt: account.scoreGroupAt ?? now })
          .where(eq(accounts.id, account.id))
        return changed(context, account)
      },
    }
  },
)

const excluding = (isBanned: boolean) =>
  changeCommand(block({ account: text }), async (context, given) => {
    const { tx, now } = context
    const account = await accountNamed(context, given.account)
    const [before, after] = isBanned ? ['takes part', 'banned'] : ['banned', 'takes part']
    const isSo = (account.bannedAt !== null) === isBanned
    const stopping = isBanned ? await planStopAll(context, account.id) : { notes: [], apply: null }
    const notes = isBanned
      ? [...stopping.notes, ...(await stoppedDesktops(context, account.id))]
      : []
    return {
      changes: isSo ? [] : [{ what: account.displayName, before, after }],
      notes: isSo ? [] : notes,
      async apply() {
        await tx
          .update(accounts)
          .set({ bannedAt: isBanned ? now : null })
          .where(eq(accounts.id, account.id))
        const all = [await changed(context, account), await stopping.apply?.()]
        return async () => {
          for (const one of all) await one?.()
        }
      },
    }
  })

/** Its solves are kept and give no points, to nobody. */
export const ban = excluding(true)
export const unban = excluding(false)

export const signOut = changeCommand(block({ user: text }), async (context, { user }) => {
  const account = await signInAccountNamed(context, user)
  const ending = await endSessions(context.tx, { ...context, accountId: account.id })
  return {
    changes:
      ending.count > 0
        ? [{ what: `sign-ins of ${account.username}`, before: `${ending.count}`, after: '0' }]
        : [],
    notes: [],
    apply: ending.apply,
  }
})

/** Users, each with the account that scores for them. */
export const showPeople = viewCommand(block({}), async ({ database: { db }, event }) => {
  const account = event.current.teamMode ? teamMembers.teamId : users.id
  const rows = await db
    .select({
      username: users.username,
      displayName: users.displayName,
      since: users.createdAt,
      account: accounts.displayName,
      accountId: accounts.id,
      scoreGroup: accounts.scoreGroup,
      bannedAt: accounts.bannedAt,
      hiddenAt: accounts.hiddenAt,
    })
    .from(users)
    .leftJoin(teamMembers, eq(teamMembers.userId, users.id))
    .leftJoin(accounts, eq(accounts.id, account))
    .orderBy(sql`lower(${accounts.displayName})`, sql`lower(${users.username})`)
  return rows
})

async function changed({ tx, bus, scores }: ChangeContext, { id }: AccountRow) {
  const forget = await bus.publishIn(tx, 'account.changed', id)
  const read = await scores.corrected(tx, [id])
  return async () => {
    forget()
    await read()
  }
}
