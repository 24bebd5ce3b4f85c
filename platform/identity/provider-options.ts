import type { IncomingMessage } from 'node:http'
import type { Brand } from '../../src/api/contract.ts'
import type { Language } from '../../src/domain/languages.ts'
import type { Database } from '../database/database.ts'
import type { Attempt, SignInAttempt } from '../limits/limits.ts'
import type { Log } from '../log.ts'
import type { Grants } from './grants.ts'
import type { Keys } from './keys.ts'
import type { Turns } from './queue/turns.ts'
import type { Registration } from './registration.ts'
import type { SignInAccounts } from './sign-in-accounts.ts'
import type { SignIns } from './sign-ins.ts'
import type { Terms } from './terms/terms.ts'

export interface ProviderOptions {
  database: Database
  signInAccounts: SignInAccounts
  grants: Grants
  signIns: SignIns
  turns: Turns
  keys: Keys
  log: Log
  /** The origin of the platform, without a slash at its end. */
  origin: string
  /** Origins that serve the app, the platform's own first. */
  appOrigins: readonly string[]
  /** What the app loads first, if the platform serves it: addresses without the origin. */
  appFiles: readonly string[]
  /** What the pages show of the event; read again for each request. */
  brand(): Brand
  /** What a new sign-in account must accept. Null: the event has no terms. */
  terms(language: Language): Promise<Terms | null>
  /** Who may create a sign-in account now. */
  registration(): Registration
  /** The audience of access tokens. */
  audience: string
  accessTokenSeconds: number
  /** Counts an attempt to sign in. Null: too many. */
  attempt(username: string, request: IncomingMessage): Promise<SignInAttempt | null>
  /** Counts a new sign-in account. Null: too many. */
  register(request: IncomingMessage): Promise<Attempt | null>
  /** Counts a renewal of the tokens of a sign-in account. False: too many. */
  renewal(accountId: string): Promise<boolean>
  /**
   * Counts a visit of a page that stores something for each visitor.
   *
   * @throws Refusal with the seconds to wait
   */
  visit(request: IncomingMessage): Promise<void>
}
