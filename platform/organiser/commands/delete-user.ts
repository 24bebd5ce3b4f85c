import { randomUUID } from 'node:crypto'
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import {
  accounts,
  desktops,
  idempotency,
  oidcRecords,
  signInAccounts,
  solves,
  submissions,
  teamMembers,
  teams,
  users,
  vpnPeers,
} from '../../database/schema.ts'
import { removeDesktop } from '../../desktop/records.ts'
import { block, text } from '../../event/fields.ts'
import { embeddedRealm } from '../../identity/embedded.ts'
import { endSessions } from '../../identity/end-sessions.ts'
import { signInKey } from '../../names/names.ts'
import { type ChangeContext, changeCommand, OrganiserRefusal } from '../command.ts'
import { findSignInAccount } from './accounts.ts'
import { planStopAll } from './environments.ts'
import { onlyUser, usersNamed } from './teams.ts'

type User = typeof users.$inferSelect

/**
 * Deletes what is known of a person. What they solved stays, under a name that says nothing, because ranks and values of
 * others depend on it. The log has neither the name nor the arguments.
 */
export const deleteUser = changeCommand(
  block({ user: text }),
  async (context, { user: name }) => {
    const found = await usersNamed(context, name)
    // Who only created an account, and never opened the app, is no user.
    const unused = found.length === 0 ? await findSignInAccount(context, name) : undefined
    if (unused) {
      const plan = await planSignIn(context, unused)
      return { ...plan, notes: [`this is ${unused.username}`, stillNamed] }
    }
    const user = onlyUser(found, name)
    const left = await planUser(context, user)
    if (user.issuer !== embeddedRealm) {
      left.notes.push(
        `delete the person at ${user.issuer} before: who signs in there again takes part as a new user`,
      )
      return left
    }
    const [signInAccount] = await context.tx
      .select()
      .from(signInAccounts)
      .where(eq(signInAccounts.id, user.subject))
    const signIn = signInAccount ? await planSignIn(context, signInAccount) : null
    return {
      changes: [...left.changes, ...(signIn?.changes ?? [])],
      notes: left.notes,
      async apply() {
        const all = [await left.apply(), await signIn?.apply()]
        return async () => {
          for (const one of all) await one?.()
        }
      },
    }
  },
  () => ({}),
)

/** The sign-in account of the embedded provider, with all its sign-ins. */
async function planSignIn(
  context: ChangeContext,
  { id, username }: { id: string; username: string },
) {
  const { tx, event } = context
  const isOfEvent = event.base.accounts.some(one => signInKey(one.username) === signInKey(username))
  if (isOfEvent)
    throw new OrganiserRefusal(
      `event.yaml has ${username} in accounts, and would create the account again: remove it there, and reload the event`,
    )
  const ending = await endSessions(tx, { ...context, accountId: id })
  return {
    changes: [{ what: `sign-in account ${id}`, before: 'can sign in', after: null }],
    async apply() {
      const ended = await ending.apply()
      await tx.delete(oidcRecords).where(eq(sql`${oidcRecords.payload}->>'accountId'`, id))
      await tx.delete(signInAccounts).where(eq(signInAccounts.id, id))
      return ended
    },
  }
}

const stillNamed = 'backups, exports and the log of earlier commands may still have the name'

async function planUser(context: ChangeContext, user: User) {
  const { tx, event } = context
  const after = `deleted-${user.id.slice(0, 8)}`
  const account = event.current.teamMode
    ? await planMember(context, user)
    : await planAccount(context, user, after)
  const [desktop] = await tx.select().from(desktops).where(eq(desktops.userId, user.id))
  const isDeleted = user.username === after
  return {
    changes: isDeleted ? [] : [{ what: `user ${user.id}`, before: 'takes part', after }],
    notes: isDeleted
      ? []
      : [
          `this is ${user.username}${user.displayName ? ` (${user.displayName})` : ''}`,
          ...account.notes,
          ...(desktop ? ['the desktop will be deleted, with its files'] : []),
          stillNamed,
        ],
    async apply() {
      const solvedFor = await tx
        .selectDistinct({ id: solves.accountId })
        .from(solves)
        .where(eq(solves.userId, user.id))
      const nameless = {
        username: after,
        displayName: null,
        subject: after,
        externalId: randomUUID(),
      }
      await tx.update(users).set(nameless).where(eq(users.id, user.id))
      await tx
        .update(submissions)
        .set({ text: null })
        .where(and(eq(submissions.userId, user.id), isNotNull(submissions.text)))
      await tx.delete(idempotency).where(eq(idempotency.userId, user.id))
      // Without its private key, the platform takes the public one off the interface.
      await tx
        .update(vpnPeers)
        .set({ privateKey: '', latestHandshake: null })
        .where(eq(vpnPeers.userId, user.id))
      const stopped = await account.apply()
      const { bus, scores } = context
      const tell = [
        await deleteDesktop(context, user.id),
        await bus.publishIn(tx, 'vpn.changed', user.id),
        await bus.publishIn(tx, 'user.changed', user.id),
      ]
      for (const id of account.changed) {
        tell.push(await bus.publishIn(tx, 'account.changed', id))
        tell.push(await bus.publishIn(tx, 'team.changed', id))
      }
      const named = new Set([...account.changed, ...solvedFor.map(({ id }) => id)])
      const read = await scores.corrected(tx, [...named])
      return async () => {
        stopped()
        for (const one of tell) one()
        await read()
      }
    },
  }
}

/** Takes the user out of their team. The database ends a team with its last member. */
async function planMember(context: ChangeContext, user: User) {
  const { tx } = context
  const [team] = await tx
    .select({ id: teams.id, name: teams.name })
    .from(teamMembers)
    .innerJoin(teams, eq(teams.id, teamMembers.teamId))
    .where(eq(teamMembers.userId, user.id))
  if (!team) return { notes: [], changed: [], apply: async () => () => {} }
  const isLast = (await tx.$count(teamMembers, eq(teamMembers.teamId, team.id))) === 1
  const stopping = isLast ? await planStopAll(context, team.id) : null
  return {
    notes: [
      `what ${user.username} solved stays with ${team.name}`,
      ...(isLast ? [`nobody is left in ${team.name}: it ends, and its solves stay`] : []),
      ...(stopping?.notes ?? []),
    ],
    changed: [team.id],
    async apply() {
      const stopped = await stopping?.apply()
      await tx.delete(teamMembers).where(eq(teamMembers.userId, user.id))
      return () => stopped?.()
    },
  }
}

/** Without teams, the account has the name of its user. */
async function planAccount(context: ChangeContext, user: User, displayName: string) {
  const { tx } = context
  const [account] = await tx.select().from(accounts).where(eq(accounts.id, user.id))
  const stopping = await planStopAll(context, user.id)
  return {
    notes: [
      `what ${user.username} solved stays, on the board as ${displayName}`,
      ...(account?.bannedAt
        ? [`${account.displayName} is banned, and could take part again as somebody new`]
        : []),
      ...stopping.notes,
    ],
    changed: [user.id],
    async apply() {
      const stopped = await stopping.apply()
      await tx.update(accounts).set({ displayName }).where(eq(accounts.id, user.id))
      return stopped
    },
  }
}

/** The replica that has its home deletes that at once, or if it does not run, at its next start. */
async function deleteDesktop({ tx, bus }: ChangeContext, userId: string) {
  const removed = await removeDesktop(tx, eq(desktops.userId, userId))
  if (!removed?.owner) return () => {}
  return bus.publishIn(tx, 'desktops.command', {
    id: randomUUID(),
    to: removed.owner,
    command: 'reset',
    subject: userId,
  })
}
