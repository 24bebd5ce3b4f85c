import type { Clock } from '../clock.ts'
import { isSameSecret, sign } from '../secret.ts'

/** A ticket is valid for one to two steps, so that it changes once a step for a client that polls. */
const stepMs = 30_000
const passMs = 24 * 60 * 60_000

export interface Tickets {
  /**
   * A ticket for one user's one desktop, as letters, digits, `-`, `_` and `.`.
   *
   * @param grantId of the sign-in, if the issuer says so
   */
  issue(userId: string, desktopId: string, grantId?: string): string
  /** A ticket for a team mate who watches. */
  issueView(userId: string, desktopId: string, watcher: Watcher, grantId?: string): string
  /** @returns null for a ticket that is forged or expired, or one of a team mate */
  redeem(ticket: string): TicketClaim | null
  /** The same for a ticket of a team mate. */
  redeemView(ticket: string): TicketClaim | null
  /**
   * A pass for the desktop that the ticket opens. It is valid for as long as people play without a break. A page
   * in its own tab gets new tickets for it. Only the page has the pass. The ticket, however, is in the page's
   * address.
   *
   * @returns null for a ticket that is not valid
   */
  passFor(ticket: string): string | null
  /** A new ticket for the page that has a pass, or null for a pass that is not valid. */
  ticketFor(pass: string): string | null
  /** @returns null for a pass that is forged or expired */
  redeemPass(pass: string): TicketClaim | null
}

export interface TicketClaim {
  userId: string
  desktopId: string
  grantId: string | null
  /** Null: it is the desktop's owner. */
  watcher: Watcher | null
}

/** A team mate, who may watch as long as the desktop is shared by this token. */
export interface Watcher {
  userId: string
  /** The name that the owner sees. */
  name: string
  view: string
}

type Kind = 'ticket' | 'view' | 'pass'
type Claim = [
  userId: string,
  desktopId: string,
  expires: number,
  grantId: string | null,
  watcher?: Watcher,
]

/**
 * Tickets that no replica has to store: they contain their user, desktop and expiry, and are signed.
 * They can be used again until they expire, so that a page reconnects without a new one.
 *
 * @param secret see `loadSecrets`
 */
export function createTickets(clock: Clock, secret: string): Tickets {
  // No other text that is signed with these secrets begins like this.
  const signatureOf = (claim: string, kind: Kind) => sign(secret, `desktop ${kind}\n${claim}`)

  function seal(kind: Kind, ...claim: Claim): string {
    const text = JSON.stringify(claim)
    return `${Buffer.from(text).toString('base64url')}.${signatureOf(text, kind)}`
  }

  /** @param longest for how many milliseconds it is valid at most */
  function open(kind: Kind, sealed: string, longest: number): TicketClaim | null {
    const [body = '', signature = ''] = sealed.split('.')
    const claim = Buffer.from(body, 'base64url').toString()
    if (!isSameSecret(signature, signatureOf(claim, kind))) return null
    const [userId, desktopId, expires, grantId, watcher = null] = JSON.parse(claim) as Claim
    const left = expires - clock.now()
    // If it is valid for longer, the clock has been set back.
    return left > 0 && left <= longest ? { userId, desktopId, grantId, watcher } : null
  }

  const redeem = (ticket: string) => open('ticket', ticket, 2 * stepMs)
  const redeemPass = (pass: string) => open('pass', pass, passMs)
  const nextExpiry = () => (Math.floor(clock.now() / stepMs) + 2) * stepMs
  const issue = (userId: string, desktopId: string, grantId?: string | null) =>
    seal('ticket', userId, desktopId, nextExpiry(), grantId ?? null)

  return {
    issue,

    issueView: (userId, desktopId, watcher, grantId) =>
      seal('view', userId, desktopId, nextExpiry(), grantId ?? null, watcher),

    redeem,
    redeemView: ticket => open('view', ticket, 2 * stepMs),
    redeemPass,

    ticketFor(pass) {
      const claim = redeemPass(pass)
      return claim && issue(claim.userId, claim.desktopId, claim.grantId)
    },

    passFor(ticket) {
      const claim = redeem(ticket)
      if (!claim) return null
      return seal('pass', claim.userId, claim.desktopId, clock.now() + passMs, claim.grantId)
    },
  }
}
