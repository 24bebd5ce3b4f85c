import { randomUUID } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { violatedConstraint } from '../database/errors.ts'
import { signInAccounts } from '../database/schema.ts'
import { claimUsername } from '../names/claims.ts'
import { signInKey } from '../names/names.ts'
import { useInviteCode } from './invite-codes.ts'
import type { Terms } from './terms/terms.ts'

export type SignInAccountRow = typeof signInAccounts.$inferSelect
export type AcceptedTerms = Pick<Terms, 'hash'>

export interface NewSignInAccount {
  username: string
  /** The hash of its password. */
  password: string
  /** Those of its name; empty for a sign-in account of the event, whose name the organiser chose. */
  keys: string[]
  /** What it accepts; null: nothing yet, or the event has none. */
  terms: AcceptedTerms | null
  /** The code that it is created with; absent: it needs none. */
  invite?: string
}

/** The sign-in account is not created. */
class InviteError extends Error {
  override readonly name = 'InviteError'
}

/** The rows of the sign-in accounts. Passwords are hashes here. */
export function createSignInAccountStore(database: Database, clock: Clock) {
  const { db } = database
  const accepted = (terms: AcceptedTerms | null) =>
    terms && { termsHash: terms.hash, termsAcceptedAt: new Date(clock.now()) }

  return {
    async withId(id: string): Promise<SignInAccountRow | undefined> {
      const [row] = await db.select().from(signInAccounts).where(eq(signInAccounts.id, id))
      return row
    },

    async named(username: string): Promise<SignInAccountRow | undefined> {
      // A text of PostgreSQL cannot contain this character.
      if (username.includes('\0')) return undefined
      const [row] = await db
        .select()
        .from(signInAccounts)
        .where(eq(signInAccounts.usernameKey, signInKey(username)))
      return row
    },

    /** Uses up the invite code, too. */
    async insert({ username, password, keys, terms, invite }: NewSignInAccount) {
      const signInAccount = { id: randomUUID(), username: username.normalize('NFC') }
      const row = {
        ...signInAccount,
        usernameKey: signInKey(username),
        password,
        createdAt: new Date(clock.now()),
        ...accepted(terms),
      }
      try {
        await database.once(async tx => {
          await tx.insert(signInAccounts).values(row)
          if (keys.length > 0) await claimUsername(tx, signInAccount.id, keys)
          if (invite !== undefined && !(await useInviteCode(tx, invite))) throw new InviteError()
        })
        return signInAccount
      } catch (error) {
        if (error instanceof InviteError) return 'inviteWrong'
        if (violatedConstraint(error) !== null) return 'usernameTaken'
        throw error
      }
    },

    async storePassword(id: string, password: string): Promise<void> {
      await db.update(signInAccounts).set({ password }).where(eq(signInAccounts.id, id))
    },

    /**
     * @param before the row as it was read: if two come at once, the first one counts
     * @param terms what is accepted with it
     * @returns false if the password has been changed since
     */
    async replacePassword(
      before: Pick<SignInAccountRow, 'id' | 'password'>,
      password: string,
      terms: AcceptedTerms | null = null,
    ): Promise<boolean> {
      const isUnchanged = and(
        eq(signInAccounts.id, before.id),
        eq(signInAccounts.password, before.password),
      )
      const replaced = await db
        .update(signInAccounts)
        .set({ password, ...accepted(terms) })
        .where(isUnchanged)
        .returning()
      return replaced.length > 0
    },

    /** Unless it has accepted some already. */
    async acceptTerms(id: string, terms: AcceptedTerms): Promise<void> {
      const hasNotAccepted = and(eq(signInAccounts.id, id), isNull(signInAccounts.termsHash))
      await db
        .update(signInAccounts)
        .set({ ...accepted(terms) })
        .where(hasNotAccepted)
    },
  }
}
