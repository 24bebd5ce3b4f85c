import type { Clock } from '../clock.ts'
import { isSame, sign } from '../secret.ts'

/** A ticket is valid for one to two steps, so that it changes once a step for a client that polls. */
const stepMs = 30_000

export interface Tickets {
  /**
   * A ticket for one user's one desktop, as letters, digits, `-`, `_` and `.`.
   *
   * @param grantId of the sign-in, if the issuer says so
   */
  issue(userId: string, desktopId: string, grantId?: string): string
  /** @returns null for a ticket that is forged or expired */
  redeem(ticket: string): TicketClaim | null
}

export interface TicketClaim {
  userId: string
  desktopId: string
  grantId: string | null
}

type Claim = [userId: string, desktopId: string, expires: number, grantId: string | null]

/**
 * Tickets that no replica has to store: they contain their user, desktop and expiry, and are signed.
 * They can be used again until they expire, so that a page reconnects without a new one.
 *
 * @param secret see `loadSecrets`
 */
export function createTickets(clock: Clock, secret: string): Tickets {
  // No other text that is signed with this secret begins like this.
  const signatureOf = (claim: string) => sign(secret, `desktop ticket\n${claim}`)

  return {
    issue(userId, desktopId, grantId) {
      const expires = (Math.floor(clock.now() / stepMs) + 2) * stepMs
      const claim = JSON.stringify([userId, desktopId, expires, grantId ?? null])
      return `${Buffer.from(claim).toString('base64url')}.${signatureOf(claim)}`
    },

    redeem(ticket) {
      const [body = '', signature = ''] = ticket.split('.')
      const claim = Buffer.from(body, 'base64url').toString()
      if (!isSame(signature, signatureOf(claim))) return null
      const [userId, desktopId, expires, grantId] = JSON.parse(claim) as Claim
      const left = expires - clock.now()
      // Only a ticket from before the clock was set back can be valid for longer.
      return left > 0 && left <= 2 * stepMs ? { userId, desktopId, grantId } : null
    },
  }
}
