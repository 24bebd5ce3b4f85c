import type {
  AccountStats,
  ChallengeDetail,
  ChallengeRef,
  Instance,
  InstanceState,
} from '../../api/contract.ts'
import { hasChallenge } from '../../domain/challenge.ts'

/** The account runs as many environments as it may, and that of this challenge is not one of them. */
export function isLimitReached(stats: AccountStats | undefined, challenge: ChallengeRef): boolean {
  const { maximum, running } = stats?.runningChallenges ?? { running: [] }
  if (maximum === null || maximum === undefined) return false
  return running.length >= maximum && !hasChallenge(running, challenge)
}

/** Whether there is something to start. @param detail null: there is no such challenge */
export const hasEnvironment = (detail: ChallengeDetail | null) =>
  detail !== null && detail.hasEnvironment !== false

type KnownInstance = Instance | null | undefined

export const reports = (instance: KnownInstance, state: InstanceState) => instance?.state === state

/** Whether the environment stops later than before. */
export const wasExtended = (before: KnownInstance, after: KnownInstance) =>
  Date.parse(after?.scheduledStopTime ?? '') > Date.parse(before?.scheduledStopTime ?? '')
