import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createLocalJWKSet, importJWK, SignJWT } from 'jose'
import type { Brand, LocalText } from '../../src/api/contract.ts'
import type { Bus } from '../bus.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import type { Attempt, SignInAttempt } from '../limits/limits.ts'
import type { Log } from '../log.ts'
import { Refusal } from '../refusal.ts'
import { embeddedRealm, mountPath } from './embedded.ts'
import { createGrants, defaultTokenSeconds, type Revocations } from './grants.ts'
import { loadKeys } from './keys.ts'
import { createHashing, hashingThreads } from './passwords/hashing.ts'
import { clientId, createProvider, scopes } from './provider.ts'
import { createTurns } from './queue/turns.ts'
import { sweepRecords } from './records.ts'
import type { Registration } from './registration.ts'
import { signInAccountPath } from './sign-in-account-routes.ts'
import { createSignInAccounts, type SignInAccounts } from './sign-in-accounts.ts'
import { createSignIns } from './sign-ins.ts'
import { createTerms } from './terms/terms.ts'
import { type Claims, createTokenCheck } from './tokens.ts'

/** The identity provider: the embedded one or an external issuer. */
export interface Identity {
  issuer: string
  clientId: string
  /** What the app needs of the discovery document; absent for an external issuer. */
  metadata?: Readonly<Record<string, string>>
  /** The name under which the issuer's subjects are stored. It does not depend on the platform's address. */
  realm: string
  /** @returns null for an invalid token */
  check(token: string): Promise<Claims | null>
  /** Where users change their password and end their sign-ins; absent if that is not known. */
  accountUrl?: string
  /** Revoked sign-ins; absent for an external issuer, which does not report them. */
  revocations?: Revocations
  /** What the app asks the issuer for; absent: its own default. */
  scope?: string
  /**
   * Called before somebody becomes a user. Absent: everybody may.
   *
   * @throws Refusal if they may not take part
   */
  admit?(token: string, claims: Claims): Promise<void>
  /** Asks the issuer for the user's names. */
  describe(token: string): Promise<{ username?: string; displayName?: string }>
  /** Answers requests below the provider's path; absent for an external issuer. */
  handle?(request: IncomingMessage, response: ServerResponse): void
  /** Ends the queue of those who want to sign in; absent for an external issuer. */
  endQueue?(): void
  /** Deletes expired records, sign-ins whose sessions have expired, and revoked grants whose tokens have. */
  sweep(): Promise<void>
  close(): Promise<void>
}

export interface EmbeddedIdentity extends Identity {
  signInAccounts: SignInAccounts
  handle(request: IncomingMessage, response: ServerResponse): void
  /** Makes a bearer token like the token endpoint's, for programs without a browser. */
  issueToken(username: string, claims?: Record<string, unknown>): Promise<string>
}

export interface EmbeddedOptions {
  database: Database
  bus: Bus
  clock: Clock
  log: Log
  origin: string
  appOrigins: readonly string[]
  /** See `ProviderOptions`. */
  appFiles: readonly string[]
  /** See `ProviderOptions`. */
  brand(): Brand
  /** The terms that the event has now. */
  terms(): LocalText | undefined
  /** The sign-in accounts that the event names now. */
  eventSignInAccounts: () => readonly { username: string; password: string }[]
  /** Who may create a sign-in account now. */
  registration(): Registration
  /** See `ProviderOptions`. */
  attempt(username: string, request: IncomingMessage): Promise<SignInAttempt | null>
  /** See `ProviderOptions`. */
  register(request: IncomingMessage): Promise<Attempt | null>
  /** See `ProviderOptions`. */
  renewal(accountId: string): Promise<boolean>
  /** See `ProviderOptions`. */
  visit(request: IncomingMessage): Promise<void>
  accessTokenSeconds?: number
}

/** The provider inside the platform, with its own sign-in accounts. */
export async function createIdentity(options: EmbeddedOptions): Promise<EmbeddedIdentity> {
  const { database, clock, log, origin, accessTokenSeconds = defaultTokenSeconds } = options
  const issuer = origin + mountPath
  const audience = `${origin}/v1`
  const keys = await loadKeys(database)
  const grants = await createGrants({ ...options, accessTokenSeconds })
  const signIns = createSignIns(database, grants)
  const hashing = createHashing({ log })
  // One more than are hashed at once, so that no thread waits for the database.
  const turns = createTurns({ atOnce: hashingThreads() + 1 })
  const signInAccounts = createSignInAccounts({
    database,
    clock,
    hashing,
    eventSignInAccounts: options.eventSignInAccounts,
    registration: options.registration,
  })
  const provider = createProvider({
    ...options,
    terms: createTerms(options.terms),
    signInAccounts,
    grants,
    signIns,
    turns,
    keys,
    audience,
    accessTokenSeconds,
  })
  const callback = provider.callback()

  const { d: _, ...publicKey } = keys.signing
  const key = createLocalJWKSet({ keys: [publicKey] })
  const check = createTokenCheck({ issuer, audience, clock, key })
  const signingKey = await importJWK(keys.signing, 'ES256')

  const { host, protocol } = new URL(origin)

  return {
    issuer,
    clientId,
    metadata: {
      issuer,
      authorization_endpoint: issuer + provider.pathFor('authorization', { mountPath: '' }),
      token_endpoint: issuer + provider.pathFor('token', { mountPath: '' }),
      revocation_endpoint: issuer + provider.pathFor('revocation', { mountPath: '' }),
      end_session_endpoint: issuer + provider.pathFor('end_session', { mountPath: '' }),
    },
    realm: embeddedRealm,
    accountUrl: origin + signInAccountPath,
    signInAccounts,
    revocations: grants,
    async check(token) {
      const claims = await check(token)
      return claims?.grantId && grants.isRevoked(claims.grantId) ? null : claims
    },
    async admit(_token, { subject }) {
      // An access token may be valid for some minutes after an organiser deleted its owner.
      if (await signInAccounts.find(subject)) return
      throw new Refusal('NOT_AUTHORIZED', 'this account was deleted')
    },
    describe: async () => ({}),
    handle(request, response) {
      const url = request.url ?? '/'
      Object.assign(request, { originalUrl: url, url: url.slice(mountPath.length) || '/' })
      // Links and cookies use the public address, even if the request's headers say another one.
      request.headers.host = host
      request.headers['x-forwarded-host'] = host
      request.headers['x-forwarded-proto'] = protocol.slice(0, -1)
      callback(request, response)
    },
    async issueToken(username, claims = {}) {
      const signInAccount = await signInAccounts.findByUsername(username)
      if (!signInAccount) throw new Error(`there is no account ${username}`)
      const now = Math.floor(clock.now() / 1000)
      const payload = {
        iss: issuer,
        sub: signInAccount.id,
        aud: audience,
        jti: randomUUID(),
        iat: now,
        exp: now + accessTokenSeconds,
        client_id: clientId,
        scope: scopes,
        preferred_username: signInAccount.username,
        ...claims,
      }
      return new SignJWT(payload)
        .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: keys.signing.kid })
        .sign(signingKey)
    },
    async sweep() {
      await Promise.all([sweepRecords(database).then(signIns.sweep), grants.sweep()])
    },
    endQueue: turns.close,
    close: () => hashing.close(),
  }
}
