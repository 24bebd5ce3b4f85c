import { hash } from 'node:crypto'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { type Name, nameKeys, readName, signInKey } from '../names/names.ts'
import { isSameTyped } from '../secret.ts'
import { isOutdated, noHash } from './passwords/hash-format.ts'
import { type Hashing, HashingBusyError } from './passwords/hashing.ts'
import { isLinkOf } from './passwords/links.ts'
import { maxPasswordLength, type PasswordRefusal, passwordProblem } from './passwords/rules.ts'
import type { Registration } from './registration.ts'
import {
  type AcceptedTerms,
  createSignInAccountStore,
  type NewSignInAccount,
  type SignInAccountRow,
} from './sign-in-account-store.ts'

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
  const { hashing, eventSignInAccounts } = options
  const store = createSignInAccountStore(options.database, options.clock)
  const ofEvent = (username: string) =>
    eventSignInAccounts().find(one => signInKey(one.username) === signInKey(username))
  const isOfEvent = (keys: string[]) =>
    eventSignInAccounts().some(({ username }) => nameKeys(username).some(key => keys.includes(key)))

  const make = async (password: string, account: Omit<NewSignInAccount, 'password'>) => {
    const hashed = await hashing.hash(password)
    const made = await store.insert({ ...account, password: hashed })
    return typeof made === 'string' ? made : { ...made, proof: proofOf(hashed) }
  }

  /**
   * Hashes a password again, unless the password has been changed by now.
   *
   * @returns the hash of this password that is stored then; the outdated one if the password was changed
   */
  const strengthen = async (row: SignInAccountRow, password: string): Promise<string> => {
    const hashed = await hashing.hash(password)
    if (await store.replacePassword(row, hashed)) return hashed
    const now = await store.withId(row.id)
    // Another sign-in was faster, or the password is another one now.
    return now && (await hashing.verify(password, now.password)) ? now.password : row.password
  }

  const firstSignIn = async (
    username: string,
    password: string,
  ): Promise<ProvenSignInAccount | null> => {
    const known = ofEvent(username)
    // Not without the spaces around it: what was typed is hashed, and is compared by that hash from then on.
    if (!known || !isSameTyped(password, known.password)) return null
    const made = await make(password, { username: known.username, keys: [], terms: null })
    if (typeof made !== 'string') return made
    // Another request with the same password created it a moment ago.
    const row = await store.named(username)
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
      return make(password, { username: name.text, keys: name.keys, terms, ...code })
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
      const row = await store.named(username)
      const isRight = await hashing.verify(password, row?.password ?? noHash)
      if (!row) return firstSignIn(username, password)
      if (!isRight) return null
      if (terms && row.termsHash === null && !ofEvent(username)) {
        if (!terms.isAccepted) return 'termsNotAccepted'
        await store.acceptTerms(row.id, terms)
      }
      const stored = isOutdated(row.password)
        ? await strengthen(row, password).catch(error => untilNextTime(error, row.password))
        : row.password
      return { id: row.id, username: row.username, proof: proofOf(stored) }
    },

    /** Whether the password of a sign-in account is still the one that was checked. */
    async isProof(id: string, proof: unknown): Promise<boolean> {
      const row = await store.withId(id)
      return row !== undefined && proof === proofOf(row.password)
    },

    /** @returns `passwordWrong` if `current` is wrong */
    async changePassword(
      id: string,
      current: string,
      wanted: string,
    ): Promise<PasswordRefusal | 'passwordWrong' | null> {
      const row = await store.withId(id)
      if (!row) return 'passwordWrong'
      const isStored = async (given: string) =>
        given.length <= maxPasswordLength && (await hashing.verify(given, row.password))
      // A form that is sent twice finds its password stored.
      if (!(await isStored(current))) return (await isStored(wanted)) ? null : 'passwordWrong'
      const problem = await passwordProblem(wanted, row.username)
      if (!problem) await store.storePassword(id, await hashing.hash(wanted))
      return problem
    },

    /** @returns the username of the sign-in account whose password can be chosen by this secret; null: there is none */
    async findByLink(username: string, secret: string): Promise<string | null> {
      const row = await store.named(username)
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
      const row = await store.named(username)
      if (!row || !isLinkOf(secret, row.password)) return 'linkUsed'
      const problem = await passwordProblem(wanted, row.username)
      if (problem) return problem
      const isStored = await store.replacePassword(row, await hashing.hash(wanted), terms)
      return isStored ? null : 'linkUsed'
    },

    async find(id: string): Promise<SignInAccount | undefined> {
      const row = await store.withId(id)
      return row && { id: row.id, username: row.username }
    },

    /** Creates a sign-in account of the event that nobody has signed in to yet. */
    async findByUsername(username: string): Promise<SignInAccount | null> {
      const row = await store.named(username)
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
