import { randomBytes, randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { Bus } from '../bus.ts'
import type { Clock } from '../clock.ts'
import type { Database, Db } from '../database/database.ts'
import { participants, teamMembers, users } from '../database/schema.ts'
import type { Identity } from '../identity/identity.ts'
import type { Claims } from '../identity/tokens.ts'
import type { LiveEvent } from '../live-event.ts'
import { shownName } from '../names/names.ts'

/** A user with the account that scores for them. */
export interface Member {
  user: typeof users.$inferSelect
  teamId: string | null
  /** In team mode the team, or null without a team; otherwise the user. */
  account: typeof participants.$inferSelect | null
}

export interface Directory {
  /** The member that a token belongs to. A new subject becomes a user. */
  resolve(token: string, claims: Claims): Promise<Member>
  /** Makes the other replicas read the user again, if the transaction is committed. */
  userChanges(tx: Db, userId: string): Promise<unknown>
  /** Makes the other replicas read the account's members again, if the transaction is committed. */
  accountChanges(tx: Db, accountId: string): Promise<unknown>
  /** This replica reads the user again. Call it after the transaction, even if that failed. */
  forgetUser(userId: string): void
  forgetAccount(accountId: string): void
}

interface Options {
  database: Database
  event: LiveEvent
  identity: Identity
  clock: Clock
  bus: Bus
}

const remembered = 20_000

/** Keeps members in memory by subject until they change, because every client polls. */
export function createDirectory(options: Options): Directory {
  const { bus } = options
  const known = new Map<string, Promise<Member>>()
  const settled = new Map<string, Member>()

  const forget = (concerns: (member: Member) => boolean) => {
    for (const [subject, promise] of known) {
      const member = settled.get(subject)
      // A read that has not ended may have seen the state before the change.
      if (member && !concerns(member)) continue
      if (known.get(subject) === promise) known.delete(subject)
      settled.delete(subject)
    }
  }
  const forgetUser = (id: unknown) => forget(member => member.user.id === id)
  const forgetAccount = (id: unknown) => forget(member => member.account?.id === id)
  bus.on('user.changed', forgetUser)
  bus.on('account.changed', forgetAccount)
  bus.onLoss(() => forget(() => true))

  return {
    resolve(token, claims) {
      const { subject } = claims
      const cached = known.get(subject)
      if (cached) return cached
      const oldest = known.size >= remembered ? known.keys().next().value : undefined
      if (oldest !== undefined) {
        known.delete(oldest)
        settled.delete(oldest)
      }
      const reading = readMember(options, token, claims)
      known.set(subject, reading)
      reading.then(
        member => known.get(subject) === reading && settled.set(subject, member),
        () => known.get(subject) === reading && known.delete(subject),
      )
      return reading
    },
    userChanges: (tx, id) => bus.publishIn(tx, 'user.changed', id),
    accountChanges: (tx, id) => bus.publishIn(tx, 'account.changed', id),
    forgetUser,
    forgetAccount,
  }
}

async function readMember(options: Options, token: string, claims: Claims): Promise<Member> {
  const { database, event, clock } = options
  const { db } = database
  const user = (await findUser(options, claims)) ?? (await addUser(options, token, claims))
  if (!event.current.teamMode) {
    const createdAt = new Date(clock.now())
    const displayName = user.displayName ?? user.username
    await db
      .insert(participants)
      .values({ id: user.id, displayName, createdAt })
      .onConflictDoNothing()
    const [account] = await db.select().from(participants).where(eq(participants.id, user.id))
    return { user, teamId: null, account: account ?? null }
  }
  const [row] = await db
    .select()
    .from(teamMembers)
    .innerJoin(participants, eq(participants.id, teamMembers.teamId))
    .where(eq(teamMembers.userId, user.id))
  return {
    user,
    teamId: row?.team_members.teamId ?? null,
    account: row?.participants ?? null,
  }
}

async function findUser({ database: { db }, identity }: Options, { subject }: Claims) {
  const isIt = and(eq(users.issuer, identity.realm), eq(users.subject, subject))
  const [user] = await db.select().from(users).where(isIt)
  return user
}

async function addUser(options: Options, token: string, claims: Claims) {
  const { database, identity, clock } = options
  const known = claims.username ? claims : await identity.describe(token)
  const shown = (name: string | undefined) => (name && shownName(name)) || null
  const displayName = shown(known.displayName ?? claims.displayName)
  const username = shown(known.username) ?? displayName ?? claims.subject
  await database.db
    .insert(users)
    .values({
      id: randomUUID(),
      issuer: identity.realm,
      subject: claims.subject,
      username,
      displayName,
      externalId: randomBytes(9).toString('base64url'),
      createdAt: new Date(clock.now()),
    })
    .onConflictDoNothing({ target: [users.issuer, users.subject] })
  const user = await findUser(options, claims)
  if (!user) throw new Error('a user that was just added is not there')
  return user
}
