import type { Revocations } from '../identity/grants.ts'
import type { Desktop } from './desktop.ts'
import type { FoundDesktop } from './records.ts'
import type { Tickets, Watcher } from './tickets.ts'

/** What a ticket opens: a desktop here, one of another replica, or nothing. */
export type Admission =
  | { id: string; grantId: string | null; watcher: Watcher | null }
  | { url: string }
  | 'ticketRefused'
  | 'notRunning'

/**
 * @param credential a ticket of the owner; the pass that was issued for one; for `page`, the ticket of the owner or of
 * a team mate
 */
export type Admit = (credential: string, kind: 'ticket' | 'pass' | 'page') => Promise<Admission>

interface AdmissionOptions {
  tickets: Tickets
  /** The desktops that this replica runs, by user. */
  local: ReadonlyMap<string, Desktop>
  /** A desktop of another replica. */
  findRemote: (userId: string) => Promise<FoundDesktop | null>
  /** This replica's id. */
  replica: string
  revocations: Revocations | undefined
  /** Whether two users play for the same account. */
  areTogether: (userId: string, other: string) => Promise<boolean>
}

/** Decides which desktop a ticket or a pass opens. */
export function createAdmission({
  tickets,
  local,
  findRemote,
  replica,
  revocations,
  areTogether,
}: AdmissionOptions): Admit {
  const redeem = {
    ticket: tickets.redeem,
    pass: tickets.redeemPass,
    page: (ticket: string) => tickets.redeem(ticket) ?? tickets.redeemView(ticket),
  }
  return async function admit(credential, kind) {
    const claim = redeem[kind](credential)
    if (!claim) return 'ticketRefused'
    const { grantId, watcher } = claim
    const found = local.get(claim.userId) ?? (await findRemote(claim.userId))
    if (found?.id !== claim.desktopId) return 'ticketRefused'
    if (found.status !== 'running') return 'notRunning'
    if (grantId && revocations?.isRevoked(grantId)) return 'ticketRefused'
    if (watcher && watcher.view !== found.view) return 'ticketRefused'
    if (watcher && !(await areTogether(claim.userId, watcher.userId))) return 'ticketRefused'
    if (!('owner' in found)) return { id: found.id, grantId, watcher }
    const { owner } = found
    return owner?.url && owner.id !== replica ? { url: owner.url } : 'notRunning'
  }
}
