import type { ChallengeDefinition } from '../../event/model.ts'
import { Refusal } from '../../refusal.ts'
import type { Scores } from '../../scores/scores.ts'

/**
 * Refuses a challenge that is locked for the account. Solves stay, and so a challenge that was unlocked once stays
 * unlocked. That is why two requests at once cannot get past this check.
 */
export async function requireUnlocked(
  { scores }: { scores: Scores },
  accountId: string,
  challenge: ChallengeDefinition,
): Promise<void> {
  if (scores.missing(accountId, challenge).length === 0) return
  // The message of the replica that accepted the flag may be late.
  await scores.reread(accountId)
  const missing = scores.missing(accountId, challenge)
  if (missing.length === 0) return
  const names = missing.map(({ name }) => name).join(', ')
  throw new Refusal('REQUIREMENTS_NOT_MET', `first solve ${names}`)
}
