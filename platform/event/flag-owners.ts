import { createHmac } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'

/** The proof in a bound flag: base64url(HMAC-SHA-256(secret, account and flag)). */
export function proofOf(secret: string, accountId: string, flagId: string): string {
  return createHmac('sha256', secret).update(`${accountId}\n${flagId}`).digest('base64url')
}

export interface FlagOwners {
  /** @returns the account for which the proof of a flag was made; undefined if it is none of them */
  find(flagId: string, proof: string, accountIds: Iterable<string>): Promise<string | undefined>
}

/** How many proofs are made before other events are handled: about a millisecond of work. */
const pieceSize = 100
/** With 10,000 accounts, the proofs of one flag take 2 MB. */
const mostFlags = 32

interface Proofs {
  accounts: Set<string>
  owners: Map<string, string>
}

/**
 * Keeps each account's proofs of the flags that were checked last. Anybody can cause a check with a flag
 * of the right form, and 10,000 proofs made at once would block the process.
 */
export function createFlagOwners(secret: string): FlagOwners {
  const known = new Map<string, Proofs>()

  return {
    async find(flagId, proof, accountIds) {
      const proofs = known.get(flagId) ?? { accounts: new Set(), owners: new Map() }
      known.delete(flagId)
      known.set(flagId, proofs)
      const [oldest] = known.keys()
      if (oldest !== undefined && known.size > mostFlags) known.delete(oldest)

      let made = 0
      for (const id of accountIds) {
        if (proofs.accounts.has(id)) continue
        proofs.accounts.add(id)
        proofs.owners.set(proofOf(secret, id, flagId), id)
        if (++made % pieceSize === 0) await turn()
      }
      return proofs.owners.get(proof)
    },
  }
}
