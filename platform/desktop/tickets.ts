import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../clock.ts'

/** A ticket is good for one to two of these, so that those who poll see it change once in each. */
const stepMs = 30_000

export interface Tickets {
  /** A ticket for one user's one desktop, as letters, digits, `-`, `_` and `.`. */
  issue(userId: string, desktopId: string): string
  /** Whose desktop a ticket opens, or null where it is forged or expired. */
  redeem(ticket: string): { userId: string; desktopId: string } | null
}

/**
 * Tickets that need no memory: they carry what they are for and until when, under a key that this
 * process made. They may be used again until they expire, so that a cut line comes back without
 * asking; after a restart of the platform, none of the old ones is good.
 */
export function createTickets(clock: Clock): Tickets {
  const key = randomBytes(32)
  const seal = (claim: string) => createHmac('sha256', key).update(claim).digest()

  return {
    issue(userId, desktopId) {
      const expires = (Math.floor(clock.now() / stepMs) + 2) * stepMs
      const claim = JSON.stringify([userId, desktopId, expires])
      return `${Buffer.from(claim).toString('base64url')}.${seal(claim).toString('base64url')}`
    },

    redeem(ticket) {
      const [body = '', mark = ''] = ticket.split('.')
      const claim = Buffer.from(body, 'base64url').toString()
      const given = Buffer.from(mark, 'base64url')
      const expected = seal(claim)
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
      const [userId, desktopId, expires] = JSON.parse(claim) as [string, string, number]
      return expires > clock.now() ? { userId, desktopId } : null
    },
  }
}
