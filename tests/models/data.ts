import type {
  AccountStats,
  Announcement,
  ChallengeDetail,
  ChallengeScore,
  Flugzeug,
  FlugzeugStatus,
  Instance,
  InstanceState,
  Metadata,
  Team,
  User,
} from '../../src/api/contract.ts'
import type { Facts } from '../../src/domain/facts.ts'
import type { ResourceContext, ResourceMachine } from '../../src/machines/resource/machine.ts'
import { playing } from '../support/challenge.ts'
import { START } from '../support/time.ts'

const HOUR = 3_600_000

export const challenge = { categorySlug: 'web', challengeSlug: 'cookies' } as const

/** The time in `ms` milliseconds, as the wire writes times. */
export const timestamp = (ms: number) => new Date(START + ms).toISOString()

/** An event that starts, ends and ends its post play this many hours from now. */
export const metadata = (start: number, end: number, over: number): Metadata => ({
  ctfStart: timestamp(start * HOUR),
  ctfEnd: timestamp(end * HOUR),
  ctfPostPlayEnd: timestamp(over * HOUR),
  flagPrefix: 'GUIDON',
  teamModeEnabled: true,
})

export const stats = (running: readonly string[] = [], solved = 0): AccountStats => ({
  accountId: 'account',
  accountDisplayName: 'Ada',
  accountHasScoreGroup: true,
  scoreGroup: 'open',
  score: { rank: null, points: 0, numSolvedFlags: solved },
  runningChallenges: {
    maximum: 1,
    running: running.map(challengeSlug => ({ categorySlug: 'web', challengeSlug })),
  },
  completedChallenges: [],
})

export const user: User = {
  id: 'user',
  username: 'ada',
  externalId: 'external',
  vpn: { connected: false, ipv4Address: null },
}

export const team: Team = {
  id: 'team',
  name: 'Engines',
  joinToken: 'token',
  maxSize: null,
  members: [],
}

export const detail: ChallengeDetail = {
  categorySlug: 'web',
  slug: 'cookies',
  name: 'Cookies',
  order: 1,
  difficulty: 'easy',
  description: 'Bake.',
}

export const score = (solvedFlags: number, isCompleted = false): ChallengeScore => ({
  isCompleted,
  points: 0,
  pointsTotal: 100,
  solvedFlags,
  totalFlags: 2,
})

export const announcement = (
  id: string,
  importance: Announcement['importance'] = 'normal',
): Announcement => ({
  id,
  time: timestamp(0),
  importance,
  title: { en: `News ${id}`, de: `Neues ${id}` },
  text: { en: 'Look.', de: 'Schaut.' },
})

export const instance = (state: InstanceState, hours: number | null = null): Instance => ({
  state,
  scheduledStopTime: hours === null ? null : timestamp(hours * HOUR),
  exposedEndpoints: [],
})

export const flugzeug = (status: FlugzeugStatus): Flugzeug => ({
  status,
  stopTimestamp: status === 'running' ? timestamp(HOUR) : null,
  url: status === 'running' ? 'https://desktop.example/' : null,
})

/** A participant who may play. */
export const facts = (changes: Partial<Facts> = {}): Facts => ({ ...playing, ...changes })

const sleeping = {
  clock: null as never,
  interval: 1,
  startsActive: true,
  random: () => 0.5,
  data: undefined,
  updatedAt: null,
  failure: null,
}

/** A resource as its parent sees it. */
export function resourceSnapshot<T>(
  machine: ResourceMachine<T>,
  value: 'dormant' | 'fetching' | 'ready' | 'failed',
  context: Partial<ResourceContext<T>> = {},
) {
  return machine.resolveState({
    value: value === 'dormant' ? value : { active: value },
    context: { ...sleeping, ...context },
  })
}

/** A change always resolves with its outcome. */
export const neverRejects: readonly unknown[] = []

export const changed = { is: 'done', data: undefined } as const
export const found = { is: 'found' } as const
export const refused = <C extends string>(code: C) =>
  ({ is: 'refused', code, retryAfter: code === 'LIMITED' ? 40_000 : null }) as const
export const failed = {
  is: 'failed',
  failure: { code: 'UNKNOWN', message: 'Nobody expected this.' },
} as const

/** The fixture of a resource that its owner activates and deactivates. It is inactive at first. */
export function resourceFixture<T>(machine: ResourceMachine<T>, answers: readonly T[]) {
  const snapshots = [
    resourceSnapshot(machine, 'dormant'),
    resourceSnapshot(machine, 'fetching'),
    ...answers.map(data => resourceSnapshot(machine, 'ready', { data, updatedAt: START })),
    resourceSnapshot(machine, 'failed', { failure: { code: 'UNKNOWN', message: 'No luck.' } }),
  ] as const
  const answered = snapshots.map((_, index) => index).slice(2)
  return {
    snapshots,
    on: { 'resource.activate': 1, 'resource.deactivate': 0, 'resource.refresh': 1 },
    next: [[], answered, ...answered.map(() => [1])],
  } as const
}
