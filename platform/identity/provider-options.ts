import type { IncomingMessage } from 'node:http'
import type { Brand } from '../../src/api/contract.ts'
import type { Language } from '../../src/domain/languages.ts'
import type { Database } from '../database/database.ts'
import type { Log } from '../log.ts'
import type { Accounts } from './accounts.ts'
import type { Grants } from './grants.ts'
import type { Keys } from './keys.ts'
import type { SignIns } from './sign-ins.ts'
import type { Terms } from './terms/terms.ts'

/** The provider's path below the platform's origin. */
export const mountPath = '/oidc'

export interface ProviderOptions {
  database: Database
  accounts: Accounts
  grants: Grants
  signIns: SignIns
  keys: Keys
  log: Log
  /** The origin of the platform, without a slash at its end. */
  origin: string
  /** Origins that serve the app, the platform's own first. */
  appOrigins: readonly string[]
  /** What the pages show of the event; read again for each request. */
  brand(): Brand
  /** What a new account must accept. Null: the event has no terms. */
  terms(language: Language): Promise<Terms | null>
  /** The audience of access tokens. */
  audience: string
  accessTokenSeconds: number
  /**
   * Counts an attempt to sign in. Returns null after too many. Call the result after a correct attempt,
   * which then does not count.
   */
  attempt(username: string, request: IncomingMessage): Promise<(() => Promise<void>) | null>
  /**
   * Counts a visit of a page that stores something for each visitor.
   *
   * @throws Refusal with the seconds to wait
   */
  visit(request: IncomingMessage): Promise<void>
}
