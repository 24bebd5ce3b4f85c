import type { EventEmitter } from 'node:events'
import type { KoaContextWithOIDC } from 'oidc-provider'
import { mountPath } from './embedded.ts'
import { takeExactPaths } from './exact-paths.ts'
import { errors, Provider } from './library.ts'
import { createPolicy } from './other-account.ts'
import { type Look, schemeOf, schemeParameter } from './pages/look.ts'
import { messagePage } from './pages/message-page.ts'
import { send } from './pages/send.ts'
import { signOutPage } from './pages/sign-out-page.ts'
import { languageOf, texts } from './pages/texts.ts'
import { unavailableAnswers } from './pages/unavailable.ts'
import { choosePasswordRoutes } from './passwords/choose-password.ts'
import type { ProviderOptions } from './provider-options.ts'
import { createAdapter } from './records.ts'
import { endStaleSignIns, signInAtOnce, signInPath, signInRoutes } from './sign-in.ts'
import { signInAccountRoutes } from './sign-in-account-routes.ts'
import { endSessionByForm } from './sign-out-by-form.ts'
import { limitVisits } from './visits.ts'

/** The app's client id; it is public, without a secret. */
export const clientId = 'guidon'
export const scopes = 'openid profile offline_access'

const minute = 60
const day = 24 * 60 * minute

function showSignedOut(ctx: KoaContextWithOIDC) {
  const language = languageOf(ctx.get('accept-language'))
  const { signOutTitle: title, signedOut: message } = texts[language]
  send(ctx, messagePage(language, { title, message, status: 200 }))
}

/**
 * The embedded OpenID provider: code flow with PKCE for one public client, exact redirect URIs,
 * rotated refresh tokens, access tokens as JWT (RFC 9068). See RFC 10017, browser-based apps.
 */
export function createProvider(options: ProviderOptions): Provider {
  const { origin, appOrigins, audience, signInAccounts, keys } = options
  const { port, protocol } = new URL(origin)
  // All ports of a host share their cookies, but two platforms on one host must not sign each other out.
  const cookie = (name: string) => `guidon_${name}${port && `_${port}`}`

  const provider = new Provider(origin + mountPath, {
    adapter: createAdapter(options.database, options.grants),
    jwks: { keys: [keys.signing] },
    clients: [
      {
        client_id: clientId,
        client_name: 'Guidon',
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        redirect_uris: appOrigins.map(app => `${app}/auth/redirect`),
        post_logout_redirect_uris: appOrigins.flatMap(app => [app, `${app}/`]),
        id_token_signed_response_alg: 'ES256',
      },
    ],
    responseTypes: ['code'],
    scopes: scopes.split(' '),
    claims: { openid: ['sub'], profile: ['name', 'preferred_username'] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    // RFC 6749, 4.1.3: who exchanges a code names the address that the code was sent to.
    allowOmittingSingleRegisteredRedirectUri: false,
    async rotateRefreshToken(ctx) {
      const { accountId } = ctx.oidc.entities.RefreshToken ?? {}
      // The app takes this code for a failure of the provider, keeps its token, and tries again.
      if (accountId && !(await options.renewal(accountId)))
        throw new errors.CustomOIDCProviderError('temporarily_unavailable', 'too many renewals')
      return true
    },
    // The app belongs to the platform, so a refresh token needs no consent.
    issueRefreshToken: async (_, client) => client.grantTypeAllowed('refresh_token'),
    // Signing out ends every token that came from the session.
    expiresWithSession: async () => true,
    clientBasedCORS: (_, corsOrigin) => appOrigins.includes(corsOrigin),
    cookies: {
      keys: keys.cookies,
      names: {
        session: cookie('session'),
        interaction: cookie('interaction'),
        resume: cookie('resume'),
      },
      long: { signed: true, httpOnly: true, sameSite: 'lax', path: mountPath },
      short: { signed: true, httpOnly: true, sameSite: 'lax' },
    },
    ttl: {
      AccessToken: options.accessTokenSeconds,
      AuthorizationCode: minute,
      IdToken: 60 * minute,
      Interaction: 60 * minute,
      // Signing out creates a session if there is none.
      Session: (_, session) => (session.accountId ? 14 * day : 60 * minute),
      Grant: 14 * day,
      RefreshToken: ctx => ctx?.oidc.entities.RotatedRefreshToken?.remainingTTL ?? 14 * day,
    },
    async findAccount(_, id) {
      const signInAccount = await signInAccounts.find(id)
      if (!signInAccount) return undefined
      const { username } = signInAccount
      return {
        accountId: id,
        claims: () => ({ sub: id, name: username, preferred_username: username }),
      }
    },
    async extraTokenClaims(_, token) {
      const signInAccount =
        'accountId' in token && token.accountId && (await signInAccounts.find(token.accountId))
      if (!signInAccount || !('grantId' in token)) return undefined
      return { preferred_username: signInAccount.username, grant_id: token.grantId }
    },
    async loadExistingGrant(ctx) {
      const { client, session, result, provider } = ctx.oidc
      if (!client || !session?.accountId) return undefined
      const grantId = result?.consent?.grantId ?? session.grantIdFor(client.clientId)
      const known = grantId && (await provider.Grant.find(grantId))
      if (known) return known
      // The app belongs to the platform, so users are not asked for consent.
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
      grant.addOIDCScope(scopes)
      grant.addResourceScope(audience, scopes)
      await grant.save()
      return grant
    },
    extraParams: [schemeParameter],
    interactions: {
      policy: createPolicy(signInAccounts),
      url: (_, interaction) => signInPath(interaction.uid),
    },
    features: {
      devInteractions: { enabled: false },
      userinfo: { enabled: true },
      revocation: {
        enabled: true,
        allowedPolicy: (_, client, token) => token.clientId === client.clientId,
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => audience,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          scope: scopes,
          audience,
          accessTokenFormat: 'jwt',
          accessTokenTTL: options.accessTokenSeconds,
          jwt: { sign: { alg: 'ES256' } },
        }),
      },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource(ctx, form) {
          const wish = new URLSearchParams(ctx.querystring).get('ui_locales') ?? undefined
          const language = languageOf(wish, ctx.get('accept-language'))
          const hinted = ctx.oidc.entities.IdTokenHint?.payload.sub === ctx.oidc.session?.accountId
          send(ctx, signOutPage(language, form, hinted, [...appOrigins]))
        },
        postLogoutSuccessSource: showSignedOut,
      },
    },
    renderError(ctx, out, error) {
      const language = languageOf(ctx.get('accept-language'))
      const { errorTitle: title, failed, expired } = texts[language]
      const message = error instanceof errors.SessionNotFound ? expired : failed
      const detail = [out.error, out.error_description].filter(Boolean).join(': ')
      send(ctx, messagePage(language, { title, message, detail, status: ctx.status }))
    },
  })

  // The listener hands over the public protocol and host as forwarded ones.
  provider.proxy = protocol === 'https:'
  provider.use(takeExactPaths)
  provider.use((ctx, next) => {
    const wish = new URLSearchParams(ctx.querystring).get(schemeParameter)
    ctx.state.look = { brand: options.brand(), scheme: schemeOf(wish) } satisfies Look
    return next()
  })
  provider.use(unavailableAnswers(provider, options.log))
  provider.use(endSessionByForm(origin))
  provider.use(limitVisits(options))
  provider.use(endStaleSignIns(options))
  provider.use((ctx, next) => {
    // If there is no session to end, or if another sign-in account's session must end before a sign-in, the library's
    // own page sends a form by a script. The library adds the hash of that script to the policy, if the policy names
    // scripts.
    if (ctx.path === '/session/end' || ctx.path.startsWith('/auth/'))
      ctx.set('content-security-policy', endSessionPolicy(appOrigins))
    return next()
  })
  provider.use(async (ctx: KoaContextWithOIDC, next) => {
    if (ctx.path !== '/session/end/confirm') return next()
    const { accountId, state } = await provider.Session.get(ctx)
    // The form was sent twice. The library knows nothing of a session that has ended, and would say that it failed.
    return accountId || state ? next() : showSignedOut(ctx)
  })
  provider.use(signInRoutes(provider, options))
  provider.use(signInAtOnce(options))
  provider.use(choosePasswordRoutes(options))
  // Without a listener, Koa prints an error for each connection that a client closed early.
  ;(provider as EventEmitter).on('error', error =>
    options.log.debug({ err: error }, 'identity provider'),
  )
  provider.use(signInAccountRoutes(provider, options))
  noteSignIns(provider, options)
  return provider
}

/** The form redirects to the app, and browsers apply `form-action` to redirects, too. */
const endSessionPolicy = (appOrigins: readonly string[]) =>
  [
    "default-src 'none'",
    // Firefox asks for an icon.
    "img-src 'self'",
    "script-src 'self'",
    `form-action 'self' ${appOrigins.join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

/** Nothing here is awaited: a sign-in must not fail because the list of sign-ins could not be written. */
function noteSignIns(provider: Provider, { signIns, log }: ProviderOptions): void {
  const failed = (error: unknown) => log.warn({ err: error }, 'a sign-in could not be noted')
  provider.on('authorization.success', ctx => {
    const { session } = ctx.oidc
    if (session?.accountId)
      signIns.note(session.uid, session.accountId, ctx.get('user-agent')).catch(failed)
  })
  provider.on('grant.success', ctx => {
    const uid = ctx.oidc.entities.RotatedRefreshToken?.sessionUid
    if (uid) signIns.touch(uid).catch(failed)
  })
}
