import {
  ErrorResponse,
  ErrorTimeout,
  type User,
  UserManager,
  WebStorageStateStore,
} from 'oidc-client-ts'
import { redirectUri, siteRoot } from '../../browser/site.ts'
import { tabStorage } from '../../browser/storage.ts'
import type { FailureCode } from '../../domain/answer.ts'
import type { RenewalAnswer, Session } from '../../machines/session/session.ts'
import type { AppConfig } from '../config.ts'
import { loginFailures } from './login-failures.ts'
import { signedOut } from './signed-out.ts'

/** Characters that a sign-in keeps in the tab: its state, then the tokens. */
const SIGN_IN_SIZE = 8_192

/** By these a provider says that it failed, not that it refuses (RFC 6749, 4.1.2.1). */
const providerFailures = new Set(['server_error', 'temporarily_unavailable'])

/** The browser keeps nothing for this site. */
class StorageError extends Error {
  override readonly name = 'StorageError'
  readonly code: FailureCode = 'NO_STORAGE'

  constructor() {
    super('The storage of this tab is full, or the browser forbids it.')
  }
}

/** The identity provider, by redirects (RFC 10017: code flow with PKCE, tokens in session storage only). */
export interface Oidc {
  /** Leaves the page for the login. `failures`: how many logins failed before this one. */
  startLogin(returnTo: string, failures: number): Promise<void>
  /** Reads the provider's answer from the page's address. */
  finishLogin(): Promise<{ session: Session; returnTo: string }>
  /** Refresh token, else a hidden frame. Throws when the provider could not be reached. */
  renew(): Promise<RenewalAnswer>
  /** Revokes the tokens, and leaves the page for the provider's logout, which returns to the site's root. */
  logout(): Promise<void>
  /** Ends a renewal inside the hidden frame. */
  finishSilentLogin(): Promise<void>
}

export function createOidc(config: AppConfig): Oidc {
  // It has all methods of a Storage, but not the values by their names, which nobody reads.
  const store = new WebStorageStateStore({ store: tabStorage as unknown as Storage })
  const manager = new UserManager({
    authority: config.oidcIssuerUrl,
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
    // Signing out waits for a revocation no longer than this.
    requestTimeoutInSeconds: 10,
  })

  /** With the refresh token goes all that came of its grant (RFC 7009, 2.1). */
  const revocable = async () => {
    const user = await manager.getUser()
    return user?.refresh_token ? 'refresh_token' : 'access_token'
  }

  return {
    async startLogin(returnTo, failures) {
      loginFailures.write(failures)
      needTabStorage()
      await manager.removeUser()
      await manager.clearStaleState()
      await manager.signinRedirect({
        state: { returnTo },
        redirectMethod: 'replace',
        ...(signedOut.read() && { prompt: 'login' }),
      })
    },
    async finishLogin() {
      const user = await manager.signinRedirectCallback()
      loginFailures.write(0)
      signedOut.write(false)
      return { session: sessionOf(user), returnTo: returnPathOf(user.state) }
    },
    async renew() {
      try {
        const user = await manager.signinSilent()
        return user ? { ok: true, session: sessionOf(user) } : { ok: false, code: 'failed' }
      } catch (error) {
        if (error instanceof ErrorResponse && !providerFailures.has(error.error ?? '')) {
          const code = error.error === 'invalid_grant' ? 'invalidGrant' : 'failed'
          return { ok: false, code }
        }
        if (error instanceof ErrorTimeout) return { ok: false, code: 'failed' }
        throw error
      }
    },
    async logout() {
      // An issuer that cannot revoke, or does not answer in time, still signs out.
      await manager.revokeTokens([await revocable()]).catch(() => {})
      await manager.signoutRedirect({ redirectMethod: 'replace' })
    },
    finishSilentLogin: () => manager.signinSilentCallback(),
  }
}

/** @throws where the tab forgets what the provider's answer is checked against: it would redirect for ever */
function needTabStorage() {
  const key = 'guidon.probe'
  tabStorage.setItem(key, '.'.repeat(SIGN_IN_SIZE))
  const isKept = tabStorage.keeps(key)
  tabStorage.removeItem(key)
  if (!isKept) throw new StorageError()
}

function sessionOf(user: Pick<User, 'access_token' | 'expires_at'>): Session {
  return { accessToken: user.access_token, expiresAt: (user.expires_at ?? 0) * 1000 }
}

function returnPathOf(state: unknown): string {
  return typeof state === 'object' && state !== null && 'returnTo' in state
    ? String(state.returnTo)
    : '/'
}
