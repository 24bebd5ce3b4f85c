import type { AccountStats, ChallengeRef, Instance, InstanceState } from '../../api/contract.ts'
import { hasChallenge } from '../../domain/challenge.ts'

/** So many other environments run that this one cannot be started too. */
export function isLimitReached(stats: AccountStats | undefined, challenge: ChallengeRef): boolean {
  const { maximum, running } = stats?.runningChallenges ?? { running: [] }
  if (maximum === null || maximum === undefined) return false
  return running.length >= maximum && !hasChallenge(running, challenge)
}

type KnownInstance = Instance | null | undefined

export const reports = (instance: KnownInstance, state: InstanceState) => instance?.state === state

/** The environment will stop later than it would have before. */
export const wasProlonged = (before: KnownInstance, after: KnownInstance) =>
  Date.parse(after?.scheduledStopTime ?? '') > Date.parse(before?.scheduledStopTime ?? '')
