import type {
  AccountStats,
  ChallengeDetail,
  ChallengeScore,
  Instance,
} from '../../src/api/contract.ts'
import type { Facts } from '../../src/domain/facts.ts'

/** Facts of a running event, for an account that has all that it needs to play. */
export const playing: Facts = {
  isReady: true,
  isPaused: false,
  isReadOnly: false,
  phase: 'running',
  teamMode: true,
  hasTeam: true,
  hasScoreGroup: true,
  isBanned: false,
  flugzeugEnabled: true,
  extensions: [],
}

export const challenge = { categorySlug: 'web', challengeSlug: 'login' }

export const detail: ChallengeDetail = {
  categorySlug: 'web',
  slug: 'login',
  name: 'Login',
  order: 1,
  difficulty: 'easy',
  description: 'Get in.',
}

export const score: ChallengeScore = {
  isCompleted: false,
  points: 0,
  pointsTotal: 200,
  solvedFlags: 0,
  totalFlags: 2,
}

/** The stats of an account that runs `running` of at most `maximum` environments. */
export function statsOf(
  running: AccountStats['runningChallenges']['running'] = [],
  maximum: number | null = 2,
  numSolvedFlags = 0,
): AccountStats {
  return {
    accountId: 'a1',
    accountDisplayName: 'alice',
    accountHasScoreGroup: true,
    scoreGroup: 'open',
    score: { rank: null, points: 0, numSolvedFlags },
    runningChallenges: { maximum, running },
    completedChallenges: [],
  }
}

export const other = (challengeSlug: string) => ({ categorySlug: 'web', challengeSlug })

export const notRunning: Instance = {
  state: 'not-running',
  scheduledStopTime: null,
  exposedEndpoints: [],
}
export const starting: Instance = { ...notRunning, state: 'starting' }
export const stopping: Instance = { ...notRunning, state: 'stopping' }
export const running: Instance = {
  state: 'running',
  scheduledStopTime: '2026-05-01T13:00:00.000Z',
  exposedEndpoints: [{ ip: '10.0.0.2', port: 8080, protocol: 'http', title: 'Shop' }],
}
export const extended: Instance = { ...running, scheduledStopTime: '2026-05-01T14:00:00.000Z' }

export const yes = <T>(data: T, retried = false) => ({ ok: true, data, retried }) as const

export const no = <C extends string>(code: C, retried = false, retryAfter: number | null = null) =>
  ({ ok: false, code, retried, retryAfter }) as const
