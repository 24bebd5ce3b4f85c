import type { Clock } from '../clock.ts'
import { isSame, sign } from '../secret.ts'

/** A ticket is good for one to two of these, so that those who poll see it change once in each. */
const stepMs = 30_000

export interface Tickets {
  /**
   * A ticket for one user's one desktop, as letters, digits, `-`, `_` and `.`.
   *
   * @param grantId of the sign-in that asks for it, where the issuer says so
   */
  issue(userId: string, desktopId: string, grantId?: string): string
  /** Whose desktop a ticket opens, or null where it is forged or expired. */
  redeem(ticket: string): TicketClaim | null
}

export interface TicketClaim {
  userId: string
  desktopId: string
  grantId: string | null
}

type Claim = [userId: string, desktopId: string, expires: number, grantId: string | null]

/**
 * Tickets that need no memory: they carry what they are for and until when, sealed by the event's
 * secret, so that every replica knows those of the others. They may be used again until they expire,
 * so that a cut line comes back without asking.
 *
 * @param secret see `loadSecrets`
 */
export function createTickets(clock: Clock, secret: string): Tickets {
  // Nothing else that the secret signs begins like this.
  const seal = (claim: string) => sign(secret, `desktop ticket\n${claim}`)

  return {
    issue(userId, desktopId, grantId) {
      const expires = (Math.floor(clock.now() / stepMs) + 2) * stepMs
      const claim = JSON.stringify([userId, desktopId, expires, grantId ?? null])
      return `${Buffer.from(claim).toString('base64url')}.${seal(claim)}`
    },

    redeem(ticket) {
      const [body = '', mark = ''] = ticket.split('.')
      const claim = Buffer.from(body, 'base64url').toString()
      if (!isSame(mark, seal(claim))) return null
      const [userId, desktopId, expires, grantId] = JSON.parse(claim) as Claim
      const left = expires - clock.now()
      // None lasts longer, but for one from before the clock was set back.
      return left > 0 && left <= 2 * stepMs ? { userId, desktopId, grantId } : null
    },
  }
}
