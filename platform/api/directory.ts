import { randomBytes, randomUUID } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import type { Bus } from '../bus.ts'
import type { Clock } from '../clock.ts'
import type { CurrentEvent } from '../current-event.ts'
import type { Database, Db } from '../database/database.ts'
import { accounts, teamMembers, users } from '../database/schema.ts'
import type { Identity } from '../identity/identity.ts'
import type { Claims } from '../identity/tokens.ts'
import { shownName } from '../names/names.ts'

/** A user with the account that scores for them. */
export interface Member {
  user: typeof users.$inferSelect
  teamId: string | null
  /** In team mode the team, or null without a team; otherwise the user. */
  account: typeof accounts.$inferSelect | null
}

/** A member's account ended after it was read: it plays no more, or as a part of another one. */
export class AccountEnded extends Error {
  override readonly name = 'AccountEnded'
}

export interface MemberName {
  username: string
}

export interface Directory {
  /** The member that a token belongs to. A new subject becomes a user. */
  resolve(token: string, claims: Claims): Promise<Member>
  /** The members of a team, by their names; or the user who is the account. */
  members(accountId: string): Promise<readonly MemberName[]>
  /**
   * Makes the other replicas read the user again, if the transaction is committed.
   *
   * @param teamId the team that gets or loses a member
   */
  userChanges(tx: Db, userId: string, teamId: string): Promise<unknown>
  /** Makes the other replicas read the account's members again, if the transaction is committed. */
  accountChanges(tx: Db, accountId: string): Promise<unknown>
  /** This replica reads the user again. Call it after the transaction, even if that failed. */
  forgetUser(userId: string, teamId: string): void
  forgetAccount(accountId: string): void
  /**
   * Calls back with an id after each change that may concern it: of a user's team, a team's members, or an account's
   * score group.
   */
  onChange(listener: ChangeListener): void
}

type ChangeListener = (what: 'user' | 'team' | 'account', id: string) => void

interface DirectoryOptions {
  database: Database
  event: CurrentEvent
  identity: Identity
  clock: Clock
  bus: Bus
}

const maxRemembered = 20_000

/** Keeps members in memory by subject until they change, because every client polls. */
export function createDirectory(options: DirectoryOptions): Directory {
  const { bus } = options
  const known = new Map<string, Promise<Member>>()
  const settled = new Map<string, Member>()
  const members = new Map<string, Promise<readonly MemberName[]>>()

  const forget = (concerns: (member: Member) => boolean) => {
    for (const [subject, promise] of known) {
      const member = settled.get(subject)
      // A read that has not ended may have seen the state before the change.
      if (member && !concerns(member)) continue
      if (known.get(subject) === promise) known.delete(subject)
      settled.delete(subject)
    }
  }
  const listeners: ChangeListener[] = []
  const tell: ChangeListener = (what, id) => {
    members.clear()
    for (const listener of listeners) listener(what, id)
  }
  const forgetUser = (userId: string) => {
    forget(member => member.user.id === userId)
    tell('user', userId)
  }
  const forgetAccount = (accountId: string) => {
    forget(member => member.account?.id === accountId)
    tell('account', accountId)
  }
  bus.on('user.changed', forgetUser)
  bus.on('team.changed', id => tell('team', id))
  bus.on('account.changed', forgetAccount)
  bus.onLoss(() => {
    forget(() => true)
    members.clear()
  })

  return {
    resolve(token, claims) {
      const { subject } = claims
      const cached = known.get(subject)
      if (cached) return cached
      const oldest = known.size >= maxRemembered ? known.keys().next().value : undefined
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
    members(accountId) {
      const known = members.get(accountId)
      if (known) return known
      if (members.size >= maxRemembered) members.clear()
      const reading = readMembers(options, accountId)
      members.set(accountId, reading)
      reading.catch(() => members.get(accountId) === reading && members.delete(accountId))
      return reading
    },
    async userChanges(tx, id, teamId) {
      await bus.publishIn(tx, 'user.changed', id)
      await bus.publishIn(tx, 'team.changed', teamId)
    },
    accountChanges: (tx, id) => bus.publishIn(tx, 'account.changed', id),
    // Over the bus, because other parts keep data about users, too.
    forgetUser(userId, teamId) {
      bus.notifyHere('user.changed', userId)
      bus.notifyHere('team.changed', teamId)
    },
    forgetAccount: accountId => bus.notifyHere('account.changed', accountId),
    onChange: listener => void listeners.push(listener),
  }
}

async function readMember(
  options: DirectoryOptions,
  token: string,
  claims: Claims,
): Promise<Member> {
  const { database, event, clock } = options
  const { db } = database
  const user = (await findUser(options, claims)) ?? (await addUser(options, token, claims))
  if (!event.current.teamMode) {
    const createdAt = new Date(clock.now())
    const displayName = user.displayName ?? user.username
    await db.insert(accounts).values({ id: user.id, displayName, createdAt }).onConflictDoNothing()
    const [account] = await db.select().from(accounts).where(eq(accounts.id, user.id))
    return { user, teamId: null, account: account ?? null }
  }
  const [row] = await db
    .select({ teamId: teamMembers.teamId, account: accounts })
    .from(teamMembers)
    .innerJoin(accounts, eq(accounts.id, teamMembers.teamId))
    .where(eq(teamMembers.userId, user.id))
  return { user, teamId: row?.teamId ?? null, account: row?.account ?? null }
}

async function readMembers({ database: { db }, event }: DirectoryOptions, accountId: string) {
  const named = db.select({ username: users.username }).from(users)
  if (!event.current.teamMode) return named.where(eq(users.id, accountId))
  return named
    .innerJoin(teamMembers, eq(teamMembers.userId, users.id))
    .where(eq(teamMembers.teamId, accountId))
    .orderBy(sql`lower(${users.username})`, users.id)
}

async function findUser({ database: { db }, identity }: DirectoryOptions, { subject }: Claims) {
  const isUser = and(eq(users.issuer, identity.realm), eq(users.subject, subject))
  const [user] = await db.select().from(users).where(isUser)
  return user
}

async function addUser(options: DirectoryOptions, token: string, claims: Claims) {
  const { database, identity, clock } = options
  await identity.admit?.(token, claims)
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
