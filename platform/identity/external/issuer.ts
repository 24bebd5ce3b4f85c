import type { JWTPayload } from 'jose'
import * as v from 'valibot'
import type { Clock } from '../../clock.ts'
import type { Log } from '../../log.ts'
import { reasonOf } from '../../log-errors.ts'
import { Refusal } from '../../refusal.ts'
import { createSeldom } from '../../seldom.ts'
import { StartError } from '../../start-error.ts'
import type { Identity } from '../identity.ts'
import { createTokenCheck, remoteKeys } from '../tokens.ts'
import { createEmailCheck } from './email-domains.ts'
import { findProblems, type Problem } from './probe.ts'

export interface ExternalOptions {
  issuer: string
  clientId: string
  /** The audience of its access tokens; absent: the client id. */
  audience?: string
  /** Only users with a verified e-mail address of one of these domains are admitted; absent: everybody. */
  emailDomains?: readonly string[]
  /** Where the app is. Its pages read what the issuer answers. */
  origin: string
  clock: Clock
  log: Log
}

/** The scope that the app asks for if its configuration names none. */
const defaultScope = 'openid profile offline_access'

const Url = v.pipe(v.string(), v.url())
const Discovery = v.object({
  issuer: v.string(),
  jwks_uri: Url,
  userinfo_endpoint: v.optional(Url),
  authorization_endpoint: v.optional(Url),
  token_endpoint: v.optional(Url),
  end_session_endpoint: v.optional(Url),
})
const UserInfo = v.object({
  preferred_username: v.optional(v.string()),
  name: v.optional(v.string()),
  email: v.optional(v.string()),
  email_verified: v.optional(v.unknown()),
})

/** What an organiser can do about each problem. */
const advice: Record<Problem['what'], (origin: string) => string> = {
  client: () =>
    'the issuer refuses the client, so nobody can sign in: register its id as a public client, with the code flow and these scopes',
  'sign-in': origin =>
    `the issuer refuses to begin a sign-in, so nobody can sign in: register the client with the redirect URI ${origin}/auth/redirect`,
  'sign-out': origin =>
    `the issuer refuses the way back from a sign-out: register the post-logout redirect URI ${origin}/ for the client`,
  cors: origin =>
    `pages of the app may not read the issuer's answers, so nobody can sign in: allow the origin ${origin} at the issuer (CORS)`,
}

/**
 * Uses an OpenID issuer instead of the embedded one.
 *
 * @throws StartError when it cannot be reached, or has another name
 */
export async function useExternalIssuer(options: ExternalOptions): Promise<Identity> {
  const { issuer, clientId, audience = clientId, emailDomains, origin, clock, log } = options
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const { found, allowed } = await discover(address, origin)
  if (found.issuer.replace(/\/$/, '') !== issuer.replace(/\/$/, ''))
    throw new StartError(
      `OIDC_ISSUER_URL is ${issuer}, but that issuer calls itself ${found.issuer}`,
    )

  const scope = emailDomains ? 'openid profile email offline_access' : defaultScope
  const isReadable = allowed === '*' || allowed === origin
  const problems = await findProblems({ endpoints: found, clientId, scope, origin })
  const unreadable: Problem[] = isReadable ? [] : [{ what: 'cors', said: 'none for its discovery' }]
  for (const { what, said } of [...problems, ...unreadable])
    log.warn({ issuer, clientId, said }, advice[what](origin))

  // Each participant's page asks repeatedly.
  const isSeldom = createSeldom(() => clock.monotonic())
  const warn = (fields: object, message: string) => {
    if (isSeldom(message)) log.warn(fields, message)
  }
  const onRefused = (claim: string, { aud, iss, nbf }: JWTPayload) => {
    if (claim === 'aud' || claim === 'iss')
      warn(
        { audience: aud, expected: audience, issuer: iss, expectedIssuer: found.issuer },
        "the issuer's tokens are not for this platform, so nobody can sign in: add the expected audience to them at the issuer, or name theirs with --oidc-audience",
      )
    if (claim === 'nbf' && typeof nbf === 'number')
      warn(
        { issuer: iss, secondsAhead: Math.ceil(nbf - clock.now() / 1000) },
        "the issuer's clock is ahead of this host's, so people wait until its tokens are valid here: keep both in step by NTP",
      )
  }

  /**
   * @returns null if the issuer does not say
   * @throws Error if it does not answer
   */
  async function askUser(token: string) {
    if (!found.userinfo_endpoint) return null
    const headers = { authorization: `Bearer ${token}` }
    const signal = AbortSignal.timeout(10_000)
    const response = await fetch(found.userinfo_endpoint, { headers, signal })
    if (response.status >= 500) throw new Error(`the issuer answers ${response.status}`)
    const info = v.safeParse(UserInfo, response.ok && (await response.json()))
    return info.success ? info.output : null
  }

  /** Anybody can send what is no token. So the log warns only if the issuer knows it. */
  const onUnreadable = async (token: string) => {
    if (isSeldom('whose token it is') && (await askUser(token).catch(() => null)))
      warn(
        { issuer, expected: audience },
        "the issuer's access tokens are not JWTs, so nobody can sign in: let the issuer make signed JWTs with the expected audience",
      )
  }

  const key = remoteKeys(found.jwks_uri, clock)
  const rules = { issuer: found.issuer, audience, clock, key, onRefused, onUnreadable }
  const checkToken = createTokenCheck(rules)
  return {
    issuer: found.issuer,
    clientId,
    realm: found.issuer,
    ...(emailDomains && {
      scope,
      admit: createEmailCheck({ domains: emailDomains, askUser, log }),
    }),
    check: token =>
      checkToken(token).catch(error => {
        warn({ err: error, address: found.jwks_uri }, "the issuer's keys cannot be fetched")
        throw new Refusal('UNKNOWN', 'the issuer does not answer', { status: 503 })
      }),
    async describe(token) {
      const info = await askUser(token).catch(() => null)
      if (!info) return {}
      const { preferred_username, name, email } = info
      return { username: preferred_username ?? email, displayName: name }
    },
    sweep: async () => undefined,
    close: async () => undefined,
  }
}

/** @returns `allowed`: the origin whose pages may read it */
async function discover(address: string, origin: string) {
  const failed = (why: string) => new StartError(`no OpenID issuer at ${address}: ${why}`)
  const signal = AbortSignal.timeout(10_000)
  const response = await fetch(address, { headers: { origin }, signal }).catch(error => {
    throw failed(reasonOf(error))
  })
  if (!response.ok) throw failed(`it answers ${response.status}`)
  const parsed = v.safeParse(Discovery, await response.json().catch(() => null))
  if (!parsed.success) throw failed(`its answer does not fit: ${parsed.issues[0].message}`)
  return { found: parsed.output, allowed: response.headers.get('access-control-allow-origin') }
}
