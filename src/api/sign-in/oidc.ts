import {
  ErrorResponse,
  ErrorTimeout,
  type User,
  UserManager,
  WebStorageStateStore,
} from 'oidc-client-ts'
import * as v from 'valibot'
import { forgetOtherUser } from '../../browser/forget-other-user.ts'
import { forgetKeptTokens } from '../../browser/kept-tokens.ts'
import { redirectUri, siteRoot } from '../../browser/site.ts'
import { tabStorage } from '../../browser/storage.ts'
import { pageOf } from '../../machines/navigation/pages.ts'
import { type RenewalAnswer, type Session, safePath } from '../../machines/session/session.ts'
import type { AppConfig } from '../config.ts'
import { askForData } from '../early/ask-for-data.ts'
import { forgetRemembered } from '../early/remembered-paths.ts'
import { InsecureError } from './insecure-error.ts'
import { keepsSignIn } from './keeps-sign-in.ts'
import { leaveFor } from './leave-for.ts'
import { lookOfApp } from './look-of-app.ts'
import { RefusalError } from './refusal-error.ts'
import { signInFailures } from './sign-in-failures.ts'
import { signedOut } from './signed-out.ts'
import { StorageError } from './storage-error.ts'

/** With these codes a provider reports an error of its own, and no refusal (RFC 6749, 4.1.2.1). */
const providerFailures = new Set(['server_error', 'temporarily_unavailable'])

/** The library's own limit until the head of an answer comes, in seconds. The body may still never come. */
const REQUEST_TIME = 10

/** The longest that a step waits for the provider, in milliseconds. */
const STEP_TIME = 15_000

/** The fields of a discovery document that a sign-in, a renewal and a sign-out need. */
const Metadata = v.object({
  issuer: v.string(),
  authorization_endpoint: v.string(),
  token_endpoint: v.string(),
  revocation_endpoint: v.string(),
  end_session_endpoint: v.string(),
})

/** The identity provider, by redirects (RFC 10017: code flow with PKCE, tokens in session storage only). */
export interface Oidc {
  /** Leaves the page for the sign-in. `failures`: how many sign-ins failed before this one. */
  startSignIn(returnTo: string, failures: number): Promise<void>
  /** Reads the provider's answer from the page's address. */
  finishSignIn(): Promise<{ session: Session; returnTo: string }>
  /** Uses the refresh token; without one, a hidden frame. Throws if the provider cannot be reached. */
  renew(): Promise<RenewalAnswer>
  /** Revokes the tokens, and opens the provider's sign-out, which returns to the site's root. */
  signOut(): Promise<void>
  /** Ends a renewal inside the hidden frame. */
  finishSilentSignIn(): Promise<void>
}

export function createOidc(config: AppConfig): Oidc {
  // It has all methods of a Storage. The values as properties are missing, but nobody reads them.
  const store = new WebStorageStateStore({ store: tabStorage as unknown as Storage })
  const settings = {
    authority: config.oidcIssuerUrl,
    // With it, the library asks for no discovery document.
    ...(v.is(Metadata, config.oidcMetadata) && { metadata: config.oidcMetadata }),
    client_id: config.oidcClientId,
    scope: config.oidcScope,
    redirect_uri: redirectUri(),
    post_logout_redirect_uri: siteRoot(),
    userStore: store,
    stateStore: store,
    // The session machine is the only one that renews.
    automaticSilentRenew: false,
    monitorSession: false,
    loadUserInfo: false,
    requestTimeoutInSeconds: REQUEST_TIME,
  }
  const manager = new UserManager(settings, leaveFor)

  const hasRefreshToken = async () => Boolean((await manager.getUser())?.refresh_token)

  /** The library asks for the provider's addresses if the page does not have them. */
  const findAddresses = () => inTime(manager.metadataService.getMetadata())

  return {
    async startSignIn(returnTo, failures) {
      signInFailures.write(failures)
      if (!('subtle' in crypto)) throw new InsecureError()
      if (!keepsSignIn()) throw new StorageError()
      // What is stored may be unreadable.
      const before = await manager.getUser().then(usernameOf, () => undefined)
      await manager.removeUser()
      await findAddresses()
      await manager.signinRedirect({
        state: { returnTo },
        redirectMethod: 'replace',
        extraQueryParams: lookOfApp(),
        // If another account has signed in in this browser, the provider says so, and does not go on with that.
        ...(signedOut.read() ? { prompt: 'login' } : { login_hint: before }),
      })
    },
    async finishSignIn() {
      const user = await inTime(manager.signinRedirectCallback()).catch(throwRefusal)
      signInFailures.write(0)
      signedOut.end(user.profile.sub)
      forgetOtherUser(user.profile.sub)
      // Removes the states of sign-ins that were never completed.
      await manager.clearStaleState()
      const returnTo = returnPathOf(user.state)
      // The app does not know yet that somebody is signed in.
      askForData(config, pageOf(safePath(returnTo)), user.access_token)
      return { session: sessionOf(user), returnTo }
    },
    async renew() {
      try {
        const user = await inTime(manager.signinSilent())
        return user ? { ok: true, session: sessionOf(user) } : { ok: false, code: 'failed' }
      } catch (error) {
        if (error instanceof ErrorResponse && !providerFailures.has(error.error ?? '')) {
          const code = error.error === 'invalid_grant' ? 'invalidGrant' : 'failed'
          return { ok: false, code }
        }
        // Some providers show themselves in no hidden frame. With a refresh token, none is opened.
        if (error instanceof ErrorTimeout && !(await hasRefreshToken()))
          return { ok: false, code: 'failed' }
        throw error
      }
    },
    async signOut() {
      forgetRemembered()
      forgetKeptTokens()
      // Revoking the refresh token revokes all of its grant (RFC 7009, 2.1).
      const token = (await hasRefreshToken()) ? 'refresh_token' : 'access_token'
      // If the issuer cannot revoke, or does not answer in time, the user is still signed out.
      await inTime(manager.revokeTokens([token])).catch(() => {})
      await findAddresses()
      await manager.signoutRedirect({ redirectMethod: 'replace', extraQueryParams: lookOfApp() })
    },
    finishSilentSignIn: () => manager.signinSilentCallback(),
  }
}

async function inTime<T>(answer: Promise<T>): Promise<T> {
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new ErrorTimeout()), STEP_TIME)
  })
  return Promise.race([answer, late])
}

function throwRefusal(error: unknown): never {
  if (!(error instanceof ErrorResponse) || providerFailures.has(error.error ?? '')) throw error
  const reason = error.error_description
  throw reason && isProse(reason) ? new RefusalError(reason) : error
}

/** Some providers describe an error for programs, in JSON or HTML. */
const isProse = (text: string) => !/^\s*[[{<]/.test(text)

function sessionOf(user: Pick<User, 'access_token' | 'expires_at'>): Session {
  return { accessToken: user.access_token, expiresAt: (user.expires_at ?? 0) * 1000 }
}

const usernameOf = (user: User | null) =>
  typeof user?.profile?.preferred_username === 'string'
    ? user.profile.preferred_username
    : undefined

function returnPathOf(state: unknown): string {
  return typeof state === 'object' && state !== null && 'returnTo' in state
    ? String(state.returnTo)
    : '/'
}
