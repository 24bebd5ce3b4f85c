import type { IncomingMessage } from 'node:http'
import type { Database } from '../database/database.ts'
import type { Log } from '../log.ts'
import type { Accounts } from './accounts.ts'
import type { Grants } from './grants.ts'
import type { Keys } from './keys.ts'
import type { SignIns } from './sign-ins.ts'

/** Where the provider lies below the platform's origin. */
export const mountPath = '/oidc'

export interface ProviderOptions {
  database: Database
  accounts: Accounts
  grants: Grants
  signIns: SignIns
  keys: Keys
  log: Log
  /** Of the platform, without a slash at its end. */
  origin: string
  /** Origins that serve the app, the platform's own first. */
  appOrigins: readonly string[]
  /** What access tokens are for. */
  audience: string
  accessTokenSeconds: number
  /** Counts an attempt to sign in. Null: there were too many; else takes it back, since it was right. */
  attempt(username: string, request: IncomingMessage): Promise<(() => Promise<void>) | null>
  /**
   * Counts a visit of a page that stores something for whoever comes.
   *
   * @throws Refusal with the seconds to wait
   */
  visit(request: IncomingMessage): Promise<void>
}
