import type { Log } from '../../log.ts'
import { Refusal } from '../../refusal.ts'
import type { Claims } from '../tokens.ts'

interface EmailDomainsOptions {
  /** In lower case. */
  domains: readonly string[]
  /** What the issuer says about the user; null: nothing. @throws Error if it does not answer */
  askUser(token: string): Promise<{ email?: string; email_verified?: unknown } | null>
  log: Log
}

const maxRemembered = 10_000

/**
 * Admits users with an e-mail address of one of these domains, if the issuer has verified it. An address that
 * anybody may claim would be no limit.
 */
export function createEmailCheck({ domains, askUser, log }: EmailDomainsOptions) {
  /** Tokens that were refused: the issuer is asked once for each, since a page may ask several times. */
  const refused = new Set<string>()

  const verified = async (token: string): Promise<string | undefined> => {
    const said = await askUser(token).catch(error => {
      log.warn({ err: error }, 'the issuer does not say who a user is')
      throw new Refusal('UNKNOWN', 'the issuer does not answer', { status: 503 })
    })
    return said?.email_verified === true ? said.email : undefined
  }

  return async (token: string, { subject, expires, email }: Claims): Promise<void> => {
    const key = `${expires} ${subject}`
    if (!refused.has(key)) {
      const address = email ?? (await verified(token))
      const domain = address?.slice(address.lastIndexOf('@') + 1).toLowerCase()
      if (domain !== undefined && domains.includes(domain)) return
      if (refused.size >= maxRemembered) refused.clear()
      refused.add(key)
      log.warn(
        { subject, domain: domain ?? null, expected: domains },
        domain === undefined
          ? 'a user was refused: the issuer names no verified e-mail address (scope email)'
          : 'a user was refused: the e-mail address is of none of these domains',
      )
    }
    throw new Refusal(
      'NOT_AUTHORIZED',
      'the e-mail address is of none of the domains of this event',
    )
  }
}
