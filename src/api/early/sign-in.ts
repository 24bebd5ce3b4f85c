import { currentPath } from '../../browser/current-path.ts'
import { redirectUri } from '../../browser/site.ts'
import { tabStorage } from '../../browser/storage.ts'
import { type Page, rulesOf } from '../../machines/navigation/pages.ts'
import { safePath } from '../../machines/session/session.ts'
import { keepsSignIn } from '../sign-in/keeps-sign-in.ts'
import { lookOfApp } from '../sign-in/look-of-app.ts'
import { defaultScope } from '../sign-in/scope.ts'
import { signInStateKey } from '../sign-in/session-key.ts'
import { signInFailures } from '../sign-in/sign-in-failures.ts'
import { signedOut } from '../sign-in/signed-out.ts'

/** The block `app-config` as it is written, which nobody has checked yet. */
export interface WrittenConfig {
  readonly apiBaseUrl: string
  readonly oidcIssuerUrl: string
  readonly oidcClientId: string
  readonly oidcScope?: string
  /** The provider's discovery document. Written where provider and app share an origin. */
  readonly oidcMetadata?: { readonly authorization_endpoint?: string }
}

/**
 * Begins the sign-in of a first visit, for a tab without a session. The app's code handles cases that may need more
 * than a redirect: pages for visitors, an invitation in the fragment, a sign-in that failed before, a storage that
 * keeps nothing. With a service worker, that code is there at once, even without a connection.
 */
export function beginSignIn(config: WrittenConfig, page: Page): void {
  const isConfigured = config.apiBaseUrl && config.oidcIssuerUrl && config.oidcClientId
  const address = isConfigured ? config.oidcMetadata?.authorization_endpoint : undefined
  if (!address?.startsWith(`${location.origin}/`)) return
  if (rulesOf(page.name).publicBy || location.hash || signInFailures.read() > 0) return
  if (navigator.serviceWorker?.controller || !keepsSignIn()) return
  const returnTo = safePath(currentPath())
  const isLeaving = leave(address, config, returnTo).then(
    () => true,
    () => false,
  )
  globalThis.earlySignIn = { returnTo, isLeaving }
}

/** Stores what oidc-client-ts reads when the provider answers. That library then makes all the checks. */
async function leave(address: string, config: WrittenConfig, returnTo: string) {
  const request = {
    client_id: config.oidcClientId.trim(),
    redirect_uri: redirectUri(),
    scope: config.oidcScope || defaultScope,
  }
  const [id, verifier] = [randomHex(), randomHex()]
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  const url = new URL(address)
  url.search = new URLSearchParams({
    ...request,
    response_type: 'code',
    state: id,
    code_challenge: base64Url(digest),
    code_challenge_method: 'S256',
    ...lookOfApp(),
    ...(signedOut.read() && { prompt: 'login' }),
  }).toString()
  const state = {
    ...request,
    id,
    data: { returnTo },
    created: Math.floor(Date.now() / 1000),
    request_type: 'si:r',
    extraTokenParams: {},
    code_verifier: verifier,
    authority: config.oidcIssuerUrl.trim(),
  }
  tabStorage.setItem(signInStateKey(id), JSON.stringify(state))
  location.replace(url)
}

/** 256 bits. */
const randomHex = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(32)), byte =>
    byte.toString(16).padStart(2, '0'),
  ).join('')

/** RFC 4648, section 5, without padding. */
const base64Url = (bytes: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
