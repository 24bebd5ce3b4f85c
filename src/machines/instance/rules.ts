import type { AccountStats, ChallengeRef, Instance, InstanceState } from '../../api/contract.ts'
import { hasChallenge } from '../../domain/challenge.ts'

/** Too many other environments run to start this one. */
export function isLimitReached(stats: AccountStats | undefined, challenge: ChallengeRef): boolean {
  const { maximum, running } = stats?.runningChallenges ?? { running: [] }
  if (maximum === null || maximum === undefined) return false
  return running.length >= maximum && !hasChallenge(running, challenge)
}

type KnownInstance = Instance | null | undefined

export const reports = (instance: KnownInstance, state: InstanceState) => instance?.state === state

/** The environment will stop later than before. */
export const wasProlonged = (before: KnownInstance, after: KnownInstance) =>
  Date.parse(after?.scheduledStopTime ?? '') > Date.parse(before?.scheduledStopTime ?? '')
