import type { Revocations } from '../identity/grants.ts'
import type { Desktop } from './desktop.ts'
import type { FoundDesktop } from './records.ts'
import type { Tickets } from './tickets.ts'

/** What a ticket opens: a desktop here, one of another replica, or nothing. */
export type Admission =
  | { id: string; grantId: string | null }
  | { url: string }
  | 'ticketRefused'
  | 'notRunning'

/** @param credential a ticket, or the pass that was issued for one */
export type Admit = (credential: string, kind?: 'ticket' | 'pass') => Promise<Admission>

interface AdmissionOptions {
  tickets: Tickets
  /** The desktops that this replica runs, by user. */
  local: ReadonlyMap<string, Desktop>
  /** A desktop of another replica. */
  findRemote: (userId: string) => Promise<FoundDesktop | null>
  /** This replica's id. */
  replica: string
  revocations: Revocations | undefined
}

/** Decides which desktop a ticket or a pass opens. */
export function createAdmission({
  tickets,
  local,
  findRemote,
  replica,
  revocations,
}: AdmissionOptions): Admit {
  return async function admit(credential, kind = 'ticket') {
    const claim = kind === 'ticket' ? tickets.redeem(credential) : tickets.redeemPass(credential)
    if (!claim) return 'ticketRefused'
    const { grantId } = claim
    const found = local.get(claim.userId) ?? (await findRemote(claim.userId))
    if (found?.id !== claim.desktopId) return 'ticketRefused'
    if (found.status !== 'running') return 'notRunning'
    if (grantId && revocations?.isRevoked(grantId)) return 'ticketRefused'
    if (!('owner' in found)) return { id: found.id, grantId }
    const { owner } = found
    return owner?.url && owner.id !== replica ? { url: owner.url } : 'notRunning'
  }
}
