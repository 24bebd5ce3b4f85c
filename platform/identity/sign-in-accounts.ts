import { hash, randomUUID } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { violatedConstraint } from '../database/errors.ts'
import { signInAccounts } from '../database/schema.ts'
import { claimUsername } from '../names/claims.ts'
import { type Name, nameKeys, readName, signInKey } from '../names/names.ts'
import { isSameTyped } from '../secret.ts'
import { useInviteCode } from './invite-codes.ts'
import { isOutdated, noHash } from './passwords/hash-format.ts'
import { type Hashing, HashingBusyError } from './passwords/hashing.ts'
import { isLinkOf } from './passwords/links.ts'
import { maxPasswordLength, type PasswordRefusal, passwordProblem } from './passwords/rules.ts'
import type { Registration } from './registration.ts'
import type { Terms } from './terms/terms.ts'

export interface SignInAccount {
  /** The subject of its tokens. */
  id: string
  username: string
}

/** A sign-in account whose password was just checked. */
export interface ProvenSignInAccount extends SignInAccount {
  /** Identifies that password; invalid after the password was changed. */
  proof: string
}

/** Why a sign-in account was not created; the page has a sentence for each. */
export type SignInAccountRefusal =
  | 'usernameInvalid'
  | 'usernameTaken'
  | 'registrationClosed'
  | 'inviteWrong'
  | PasswordRefusal

type AcceptedTerms = Pick<Terms, 'hash'>

/** The sign-in account is not created. */
class InviteError extends Error {
  override readonly name = 'InviteError'
}

export type SignInAccounts = ReturnType<typeof createSignInAccounts>

export interface SignInAccountsOptions {
  database: Database
  clock: Clock
  hashing: Hashing
  /** The sign-in accounts that the event names now. Each is created at its first sign-in. */
  eventSignInAccounts: () => readonly { username: string; password: string }[]
  /** As it is now. */
  registration: () => Registration
}

/** Letters, digits and a few signs, since usernames are typed and used in commands. */
const usernameShape = /^[\p{L}\p{N}][\p{L}\p{N}\p{M}._-]{0,39}$/u

/** In UTF-16 units: more than any form of a username has. A form has 16 KB, and reading all of that as a name takes long. */
const maxGivenLength = 500

/** @returns null if it cannot be the username of a new sign-in account */
export function readUsername(given: string): Name | null {
  const name = given.length > maxGivenLength ? null : readName(given)
  return name && usernameShape.test(name.text) ? name : null
}

/** The sign-in accounts of the embedded identity provider. Methods throw `HashingBusyError`. */
export function createSignInAccounts(options: SignInAccountsOptions) {
  const { database, clock, hashing, eventSignInAccounts } = options
  const { db } = database
  const ofEvent = (username: string) =>
    eventSignInAccounts().find(one => signInKey(one.username) === signInKey(username))
  const isOfEvent = (keys: string[]) =>
    eventSignInAccounts().some(({ username }) => nameKeys(username).some(key => keys.includes(key)))

  /**
   * @param keys empty for a sign-in account of the event, whose name the organiser chose
   * @param invite the code that it is created with; absent: it needs none
   */
  const insert = async (
    username: string,
    password: string,
    { keys, terms, invite }: { keys: string[]; terms: AcceptedTerms | null; invite?: string },
  ) => {
    const signInAccount = { id: randomUUID(), username: username.normalize('NFC') }
    const row = {
      ...signInAccount,
      usernameKey: signInKey(username),
      password: await hashing.hash(password),
      createdAt: new Date(clock.now()),
      ...(terms && { termsHash: terms.hash, termsAcceptedAt: new Date(clock.now()) }),
    }
    try {
      await database.once(async tx => {
        await tx.insert(signInAccounts).values(row)
        if (keys.length > 0) await claimUsername(tx, signInAccount.id, keys)
        if (invite !== undefined && !(await useInviteCode(tx, invite))) throw new InviteError()
      })
      return { ...signInAccount, proof: proofOf(row.password) }
    } catch (error) {
      if (error instanceof InviteError) return 'inviteWrong'
      if (violatedConstraint(error) !== null) return 'usernameTaken'
      throw error
    }
  }

  const withId = async (id: string) => {
    const [row] = await db.select().from(signInAccounts).where(eq(signInAccounts.id, id))
    return row
  }

  const named = async (username: string) => {
    // A text of PostgreSQL cannot contain this character.
    if (username.includes('\0')) return undefined
    const [row] = await db
      .select()
      .from(signInAccounts)
      .where(eq(signInAccounts.usernameKey, signInKey(username)))
    return row
  }

  const storePassword = async (id: string, password: string) => {
    const hashed = await hashing.hash(password)
    await db.update(signInAccounts).set({ password: hashed }).where(eq(signInAccounts.id, id))
  }

  const storeTerms = async (id: string, { hash: termsHash }: AcceptedTerms) => {
    const termsAcceptedAt = new Date(clock.now())
    const hasNotAccepted = and(eq(signInAccounts.id, id), isNull(signInAccounts.termsHash))
    await db.update(signInAccounts).set({ termsHash, termsAcceptedAt }).where(hasNotAccepted)
  }

  /**
   * Hashes a password again, unless the password has been changed by now.
   *
   * @returns the hash of this password that is stored then; the outdated one if the password was changed
   */
  const strengthen = async (
    { id, password: outdated }: { id: string; password: string },
    password: string,
  ) => {
    const hashed = await hashing.hash(password)
    const isSame = and(eq(signInAccounts.id, id), eq(signInAccounts.password, outdated))
    const changed = await db
      .update(signInAccounts)
      .set({ password: hashed })
      .where(isSame)
      .returning()
    if (changed.length > 0) return hashed
    const row = await withId(id)
    // Another sign-in was faster, or the password is another one now.
    return row && (await hashing.verify(password, row.password)) ? row.password : outdated
  }

  const firstSignIn = async (
    username: string,
    password: string,
  ): Promise<ProvenSignInAccount | null> => {
    const known = ofEvent(username)
    // Not without the spaces around it: what was typed is hashed, and is compared by that hash from then on.
    if (!known || !isSameTyped(password, known.password)) return null
    const made = await insert(known.username, password, { keys: [], terms: null })
    if (typeof made !== 'string') return made
    // Another request with the same password created it a moment ago.
    const row = await named(username)
    return row ? { id: row.id, username: row.username, proof: proofOf(row.password) } : null
  }

  return {
    /**
     * Registers a sign-in account.
     *
     * @param terms what it accepts; null: the event has none
     * @param invite the invite code that was typed
     */
    async create(
      given: string,
      password: string,
      terms: AcceptedTerms | null,
      invite = '',
    ): Promise<ProvenSignInAccount | SignInAccountRefusal> {
      const registration = options.registration()
      if (registration === 'closed') return 'registrationClosed'
      const name = readUsername(given)
      if (!name) return 'usernameInvalid'
      const problem = await passwordProblem(password, name.text)
      if (problem) return problem
      if (isOfEvent(name.keys)) return 'usernameTaken'
      const code = registration === 'invited' ? { invite } : {}
      return insert(name.text, password, { keys: name.keys, terms, ...code })
    },

    /**
     * @param terms what the event has, and whether they are accepted now. Those that were imported have accepted none
     * @returns null for a wrong name or password. Neither the answer nor its time reveals which
     */
    async signIn(
      username: string,
      password: string,
      terms: (AcceptedTerms & { isAccepted: boolean }) | null = null,
    ): Promise<ProvenSignInAccount | 'termsNotAccepted' | null> {
      if (password.length > maxPasswordLength) return null
      const row = await named(username)
      const isRight = await hashing.verify(password, row?.password ?? noHash)
      if (!row) return firstSignIn(username, password)
      if (!isRight) return null
      if (terms && row.termsHash === null && !ofEvent(username)) {
        if (!terms.isAccepted) return 'termsNotAccepted'
        await storeTerms(row.id, terms)
      }
      const stored = isOutdated(row.password)
        ? await strengthen(row, password).catch(error => untilNextTime(error, row.password))
        : row.password
      return { id: row.id, username: row.username, proof: proofOf(stored) }
    },

    /** Whether the password of a sign-in account is still the one that was checked. */
    async isProof(id: string, proof: unknown): Promise<boolean> {
      const row = await withId(id)
      return row !== undefined && proof === proofOf(row.password)
    },

    /** @returns `passwordWrong` if `current` is wrong */
    async changePassword(
      id: string,
      current: string,
      wanted: string,
    ): Promise<PasswordRefusal | 'passwordWrong' | null> {
      const row = await withId(id)
      if (!row) return 'passwordWrong'
      const isStored = async (given: string) =>
        given.length <= maxPasswordLength && (await hashing.verify(given, row.password))
      // A form that is sent twice finds its password stored.
      if (!(await isStored(current))) return (await isStored(wanted)) ? null : 'passwordWrong'
      const problem = await passwordProblem(wanted, row.username)
      if (!problem) await storePassword(id, wanted)
      return problem
    },

    /** @returns the username of the sign-in account whose password can be chosen by this secret; null: there is none */
    async findByLink(username: string, secret: string): Promise<string | null> {
      const row = await named(username)
      return row && isLinkOf(secret, row.password) ? row.username : null
    },

    /**
     * Stores the first password of a sign-in account.
     *
     * @param terms what it accepts; null: the event has none
     */
    async choosePassword(
      username: string,
      secret: string,
      wanted: string,
      terms: AcceptedTerms | null,
    ): Promise<PasswordRefusal | 'linkUsed' | null> {
      const row = await named(username)
      if (!row || !isLinkOf(secret, row.password)) return 'linkUsed'
      const problem = await passwordProblem(wanted, row.username)
      if (problem) return problem
      const chosen = {
        password: await hashing.hash(wanted),
        ...(terms && { termsHash: terms.hash, termsAcceptedAt: new Date(clock.now()) }),
      }
      // If two come at once, the first one counts.
      const isUnused = and(eq(signInAccounts.id, row.id), eq(signInAccounts.password, row.password))
      const stored = await db.update(signInAccounts).set(chosen).where(isUnused).returning()
      return stored.length > 0 ? null : 'linkUsed'
    },

    async find(id: string): Promise<SignInAccount | undefined> {
      const row = await withId(id)
      return row && { id: row.id, username: row.username }
    },

    /** Creates a sign-in account of the event that nobody has signed in to yet. */
    async findByUsername(username: string): Promise<SignInAccount | null> {
      const row = await named(username)
      if (row) return { id: row.id, username: row.username }
      const known = ofEvent(username)
      return known ? firstSignIn(known.username, known.password) : null
    },
  }
}

/**
 * The stored hash stays until the next sign-in: this one must not fail because the hash could not be
 * renewed.
 */
function untilNextTime(error: unknown, stored: string): string {
  if (!(error instanceof HashingBusyError)) throw error
  return stored
}

/** Does not reveal the hash. */
const proofOf = (hashed: string) => hash('sha256', hashed, 'base64url')
