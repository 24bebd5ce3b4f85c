import * as v from 'valibot'
import { tabStorage } from '../../browser/storage.ts'
import type { Session } from '../../machines/session/session.ts'
import { type SessionClient, storedSessionKey } from './session-key.ts'

const Stored = v.object({
  // A header cannot have other characters.
  access_token: v.pipe(v.string(), v.regex(/^[!-~]+$/)),
  expires_at: v.number(),
  // Without it, oidc-client-ts fails at each renewal.
  profile: v.object({ sub: v.string() }),
})

/**
 * The session that oidc-client-ts stored in this tab, or null. Reading it without that library shows the
 * content of a signed-in page sooner.
 */
export function readStoredSession(config: SessionClient): Session | null {
  const text = tabStorage.getItem(storedSessionKey(config))
  if (text === null) return null
  try {
    const stored = v.parse(Stored, JSON.parse(text))
    return { accessToken: stored.access_token, expiresAt: stored.expires_at * 1000 }
  } catch {
    return null
  }
}
