import { createRemoteJWKSet, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose'
import type { Clock } from '../clock.ts'

/** What the platform takes from a valid token. */
export interface Claims {
  subject: string
  /** The user's name at the issuer, if the token has it. */
  username?: string
  displayName?: string
  /** If the token has it, and the issuer has verified it. */
  email?: string
  /** The grant of the embedded provider that the token belongs to. */
  grantId?: string
  /** Seconds since the epoch. */
  expires: number
}

export interface TokenRules {
  issuer: string
  audience: string
  clock: Clock
  key: JWTVerifyGetKey
  /** Called for a token that the issuer signed for others (`aud`), in another name (`iss`), or for later (`nbf`). */
  onRefused?: (claim: string, payload: JWTPayload) => void
  /** Called for a token that is no signed JWT. */
  onUnreadable?: (token: string) => void
}

/** Signatures by public keys only: neither `none` nor shared secrets. */
const algorithms = ['ES256', 'ES384', 'ES512', 'RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'EdDSA']
const maxRemembered = 20_000

/**
 * Checks bearer tokens: signature, issuer, audience, expiry. A valid token is cached until
 * it expires, because every client polls.
 *
 * @returns null for an invalid token, whatever the reason
 * @throws if the issuer's keys cannot be fetched
 */
export function createTokenCheck(rules: TokenRules) {
  const { issuer, audience, clock, key, onRefused, onUnreadable } = rules
  const known = new Map<string, Claims>()

  return async (token: string): Promise<Claims | null> => {
    const cached = known.get(token)
    if (cached) {
      if (cached.expires * 1000 > clock.now()) return cached
      known.delete(token)
      return null
    }
    try {
      const { payload } = await jwtVerify(token, key, {
        issuer,
        audience,
        algorithms,
        requiredClaims: ['sub', 'exp'],
        currentDate: new Date(clock.now()),
      })
      const text = (value: unknown) => (typeof value === 'string' && value ? value : undefined)
      const claims = {
        subject: payload.sub ?? '',
        username: text(payload.preferred_username) ?? text(payload.username) ?? text(payload.email),
        displayName: text(payload.name),
        email: payload.email_verified === true ? text(payload.email) : undefined,
        grantId: text(payload.grant_id),
        expires: payload.exp ?? 0,
      }
      // The oldest token is forgotten, because it is the next to be renewed.
      const oldest = known.size >= maxRemembered ? known.keys().next().value : undefined
      if (oldest !== undefined) known.delete(oldest)
      known.set(token, claims)
      return claims
    } catch (error) {
      if (error instanceof errors.JWTClaimValidationFailed) onRefused?.(error.claim, error.payload)
      if (error instanceof errors.JWSInvalid) onUnreadable?.(token)
      if (isRefusal(error)) return null
      throw error
    }
  }
}

function isRefusal(error: unknown): boolean {
  if (!(error instanceof errors.JOSEError)) return false
  return !(error instanceof errors.JWKSTimeout || error.constructor === errors.JOSEError)
}

/** How old the keys of an issuer may be, and how often an unknown key may have them fetched, in milliseconds. */
const maxAgeMs = 10 * 60_000
const fetchEveryMs = 30_000

/**
 * The keys of an external issuer, fetched when first needed, and again for an unknown key. The library would measure
 * both times by the time of day: after a clock was set back, it would fetch no new key for as long.
 */
export function remoteKeys(address: string, clock: Pick<Clock, 'monotonic'>): JWTVerifyGetKey {
  const never = Number.POSITIVE_INFINITY
  const keys = createRemoteJWKSet(new URL(address), { cacheMaxAge: never, cooldownDuration: never })
  let fetchedAt = Number.NEGATIVE_INFINITY
  const fetchIfOlder = async (ms: number) => {
    if (clock.monotonic() - fetchedAt < ms) return false
    await keys.reload()
    fetchedAt = clock.monotonic()
    return true
  }
  return async (header, token) => {
    await fetchIfOlder(maxAgeMs)
    try {
      return await keys(header, token)
    } catch (error) {
      const isUnknown = error instanceof errors.JWKSNoMatchingKey
      if (!isUnknown || !(await fetchIfOlder(fetchEveryMs))) throw error
      return keys(header, token)
    }
  }
}
