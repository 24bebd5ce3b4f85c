/**
 * The wire between the app and any backend: every entity, every error code, every call.
 * The app parses what it receives with these schemas, the platform what it takes and gives.
 *
 * JSON in and out, camelCase, ids are strings. Success bodies come bare, error bodies as `ErrorBody`.
 */
import * as v from 'valibot'

/** ISO 8601 in UTC, for example `2026-05-01T09:00:00.000Z`. */
export const Timestamp = v.pipe(v.string(), v.isoTimestamp())

const Slug = v.pipe(v.string(), v.minLength(1), v.maxLength(200))
const Count = v.pipe(v.number(), v.integer(), v.minValue(0))

/** Names a challenge: slugs are unique within their category only. */
export const ChallengeRef = v.object({ categorySlug: Slug, challengeSlug: Slug })
export type ChallengeRef = v.InferOutput<typeof ChallengeRef>

export const Category = v.object({
  slug: Slug,
  name: v.string(),
  description: v.string(),
  order: v.number(),
})
export type Category = v.InferOutput<typeof Category>

export const ChallengeListItem = v.object({
  categorySlug: Slug,
  slug: Slug,
  name: v.string(),
  order: v.number(),
  difficulty: v.string(),
})
export type ChallengeListItem = v.InferOutput<typeof ChallengeListItem>

export const ChallengeDetail = v.object({
  ...ChallengeListItem.entries,
  /** Markdown. */
  description: v.string(),
  /** Absent means true. */
  canBeStarted: v.optional(v.boolean()),
  /** Absent means true; false: a challenge of files alone, that has nothing to start. */
  hasEnvironment: v.optional(v.boolean()),
  /** Absolute, or relative to the API base. */
  staticFilesArchiveUrl: v.nullish(v.string()),
})
export type ChallengeDetail = v.InferOutput<typeof ChallengeDetail>

/** `protocol` is one of tcp, udp, http, https, ssh, or any other word that a backend uses. */
export const Endpoint = v.object({
  ip: v.string(),
  port: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(65535)),
  protocol: v.string(),
  title: v.string(),
})
export type Endpoint = v.InferOutput<typeof Endpoint>

export const InstanceState = v.picklist(['not-running', 'starting', 'running', 'stopping'])
export type InstanceState = v.InferOutput<typeof InstanceState>

export const Instance = v.object({
  state: InstanceState,
  scheduledStopTime: v.nullable(Timestamp),
  exposedEndpoints: v.array(Endpoint),
  /** While it is starting and the platform is full: its place, from 1. Absent: it does not wait. */
  queue: v.optional(v.object({ position: v.pipe(Count, v.minValue(1)) })),
})
export type Instance = v.InferOutput<typeof Instance>

export const ChallengeScore = v.object({
  isCompleted: v.boolean(),
  points: v.number(),
  pointsTotal: v.number(),
  solvedFlags: Count,
  totalFlags: Count,
})
export type ChallengeScore = v.InferOutput<typeof ChallengeScore>

/** 1 accepted, 2 rejected, 3 resubmitted. */
export const SolveStatus = v.picklist([1, 2, 3])
export const SolveResult = v.object({ status: SolveStatus })
export type SolveResult = v.InferOutput<typeof SolveResult>

export const Metadata = v.object({
  ctfStart: Timestamp,
  ctfEnd: Timestamp,
  ctfPostPlayEnd: Timestamp,
  flagPrefix: v.string(),
  teamModeEnabled: v.boolean(),
  /** Members; absent or null means unlimited. */
  defaultTeamSizeLimit: v.nullish(Count),
})
export type Metadata = v.InferOutput<typeof Metadata>

export const User = v.object({
  id: v.string(),
  username: v.string(),
  /** The code that links this account to Discord. */
  externalId: v.string(),
  /** What people call the user; absent means the username. */
  displayName: v.nullish(v.string()),
  vpn: v.object({ connected: v.boolean(), ipv4Address: v.nullable(v.string()) }),
})
export type User = v.InferOutput<typeof User>

export const AccountStats = v.object({
  accountId: v.string(),
  accountDisplayName: v.string(),
  accountHasScoreGroup: v.boolean(),
  /** Slug of the score group, or null before one is chosen. */
  scoreGroup: v.nullable(v.string()),
  score: v.object({ rank: v.nullable(Count), points: v.number(), numSolvedFlags: Count }),
  runningChallenges: v.object({
    /** Environments at once; absent or null means unlimited. */
    maximum: v.nullish(Count),
    running: v.array(ChallengeRef),
  }),
  completedChallenges: v.array(ChallengeRef),
})
export type AccountStats = v.InferOutput<typeof AccountStats>

export const TeamMember = v.object({ userId: v.string(), username: v.string() })
export type TeamMember = v.InferOutput<typeof TeamMember>

export const Team = v.object({
  id: v.string(),
  name: v.string(),
  joinToken: v.string(),
  /** Members; null means unlimited. */
  maxSize: v.nullable(Count),
  members: v.array(TeamMember),
})
export type Team = v.InferOutput<typeof Team>

export const ScoreGroup = v.object({
  slug: Slug,
  name: v.string(),
  /** Markdown. */
  description: v.string(),
  isPasswordProtected: v.boolean(),
})
export type ScoreGroup = v.InferOutput<typeof ScoreGroup>

export const ScoreboardEntry = v.object({
  accountId: v.string(),
  displayName: v.string(),
  /** Number of solved flags. */
  flags: Count,
  points: v.number(),
  rank: v.nullable(Count),
})
export type ScoreboardEntry = v.InferOutput<typeof ScoreboardEntry>

export const Scoreboard = v.object({ entries: v.array(ScoreboardEntry) })
export type Scoreboard = v.InferOutput<typeof Scoreboard>

export const FlagSolves = v.object({ solveTimes: v.array(Timestamp) })
export const ChallengeSolves = v.object({ name: v.string(), flagSolves: v.array(FlagSolves) })
export type ChallengeSolves = v.InferOutput<typeof ChallengeSolves>
export const SolveTimes = v.object({
  categories: v.array(v.object({ name: v.string(), challengeSolves: v.array(ChallengeSolves) })),
})
export type SolveTimes = v.InferOutput<typeof SolveTimes>

export const FlugzeugStatus = v.picklist([
  'provisioning',
  'starting',
  'running',
  'stopping',
  'stopped',
  'error',
])
export type FlugzeugStatus = v.InferOutput<typeof FlugzeugStatus>

export const Flugzeug = v.object({
  status: FlugzeugStatus,
  stopTimestamp: v.nullable(Timestamp),
  /** A page that shows the desktop, to be embedded; null unless running. */
  url: v.nullable(v.string()),
})
export type Flugzeug = v.InferOutput<typeof Flugzeug>

export const FlugzeugEnabled = v.object({ enabled: v.boolean() })

export const Health = v.object({
  message: v.string(),
  detail: v.object({ description: v.string(), release: v.optional(v.string()) }),
})
export type Health = v.InferOutput<typeof Health>

export const SolveBody = v.object({ flag: v.pipe(v.string(), v.minLength(1), v.maxLength(4096)) })
export const SelectScoreGroupBody = v.object({
  scoreGroup: Slug,
  password: v.nullish(v.pipe(v.string(), v.maxLength(1024))),
})
export type SelectScoreGroupBody = v.InferOutput<typeof SelectScoreGroupBody>
export const CreateTeamBody = v.object({
  name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(100)),
})
export const JoinTeamBody = v.object({
  joinToken: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200)),
})

/** Every error code and the HTTP status that carries it; UNKNOWN comes as 429 too, with Retry-After. */
export const errorStatus = {
  UNKNOWN: 500,
  NOT_FOUND: 404,
  NOT_AUTHORIZED: 401,
  VALIDATION_FAILED: 400,
  NO_SCORE_GROUP_SELECTED: 403,
  SCORE_GROUP_ALREADY_SELECTED: 409,
  SCORE_GROUP_WRONG_PASSWORD: 403,
  TIME_RESTRICTED: 403,
  MAXIMUM_NUMBER_CHALLENGE_INSTANCES_REACHED: 409,
  CANNOT_PROLONG_CHALLENGE_INSTANCE: 400,
  UNSUPPORTED_ORCHESTRATOR_OPERATION: 400,
  TEAM_JOIN_TOKEN_INVALID: 400,
  TEAM_FULL: 409,
  TEAM_NAME_TAKEN: 409,
  NO_TEAM: 404,
  USER_NOT_TEAM_MEMBER: 403,
  NO_ACCOUNT: 404,
  NO_FLUGZEUG: 404,
  FLUGZEUG_EXISTS: 409,
  CANNOT_PROLONG_FLUGZEUG: 400,
} as const

export type ErrorCode = keyof typeof errorStatus
export const errorCodes = Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]]

export const ErrorBody = v.object({
  ok: v.literal(false),
  code: v.picklist(errorCodes),
  message: v.string(),
})
export type ErrorBody = v.InferOutput<typeof ErrorBody>

type Schema = v.GenericSchema
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

export interface Call {
  readonly method: Method
  /** With `{name}` where a path parameter stands. */
  readonly path: string
  /** Required query parameters. */
  readonly query?: readonly string[]
  readonly body?: Schema
  /** Absent: the answer has no body that anyone reads. */
  readonly answer?: Schema
  /** The codes that this call answers in the normal course of an event, beside those of every call. */
  readonly codes: readonly ErrorCode[]
  /** Content type of the answer where it is not JSON. */
  readonly type?: string
  /** The answer holds what only its reader may know: no cache keeps it. */
  readonly isSecret?: true
  readonly summary: string
}

/** What any call may answer, beside its own codes. */
export const commonCodes = ['NOT_AUTHORIZED', 'VALIDATION_FAILED', 'UNKNOWN'] as const

const playCodes = ['NO_ACCOUNT', 'NO_SCORE_GROUP_SELECTED', 'TIME_RESTRICTED'] as const
const challengeCodes = [...playCodes, 'NOT_FOUND'] as const
const category = ['category'] as const

/** Every call that the app makes; the key is the name by which client, platform and documents know it. */
export const calls = {
  listCategories: {
    method: 'GET',
    path: '/v1/categories/',
    answer: v.array(Category),
    codes: playCodes,
    summary: 'The categories of the event',
  },
  getCategory: {
    method: 'GET',
    path: '/v1/categories/{slug}',
    answer: Category,
    codes: challengeCodes,
    summary: 'One category',
  },
  listChallenges: {
    method: 'GET',
    path: '/v1/challenges/',
    answer: v.array(ChallengeListItem),
    codes: playCodes,
    summary: 'The challenges of the event',
  },
  getChallenge: {
    method: 'GET',
    path: '/v1/challenges/{slug}',
    query: category,
    answer: ChallengeDetail,
    codes: challengeCodes,
    summary: 'One challenge with its text',
  },
  getInstance: {
    method: 'GET',
    path: '/v1/challenges/{slug}/instance',
    query: category,
    answer: Instance,
    codes: challengeCodes,
    summary: "The account's environment of a challenge",
  },
  startInstance: {
    method: 'PUT',
    path: '/v1/challenges/{slug}/instance',
    query: category,
    codes: [
      ...challengeCodes,
      'MAXIMUM_NUMBER_CHALLENGE_INSTANCES_REACHED',
      'UNSUPPORTED_ORCHESTRATOR_OPERATION',
    ],
    summary: 'Start the environment',
  },
  stopInstance: {
    method: 'DELETE',
    path: '/v1/challenges/{slug}/instance',
    query: category,
    codes: [...challengeCodes, 'UNSUPPORTED_ORCHESTRATOR_OPERATION'],
    summary: 'Stop the environment, or abort its start',
  },
  prolongInstance: {
    method: 'POST',
    path: '/v1/challenges/{slug}/instance/prolong',
    query: category,
    codes: [
      ...challengeCodes,
      'CANNOT_PROLONG_CHALLENGE_INSTANCE',
      'UNSUPPORTED_ORCHESTRATOR_OPERATION',
    ],
    summary: 'Extend the runtime of the environment',
  },
  solveChallenge: {
    method: 'POST',
    path: '/v1/challenges/{slug}/solve',
    query: category,
    body: SolveBody,
    answer: SolveResult,
    codes: challengeCodes,
    summary: 'Submit a flag',
  },
  getScore: {
    method: 'GET',
    path: '/v1/challenges/{slug}/score',
    query: category,
    answer: ChallengeScore,
    codes: challengeCodes,
    summary: "The account's score of a challenge",
  },
  getHealth: {
    method: 'GET',
    path: '/v1/health',
    answer: Health,
    codes: [],
    summary: 'Whether the backend is well',
  },
  getMetadata: {
    method: 'GET',
    path: '/v1/metadata',
    answer: Metadata,
    codes: [],
    summary: 'Times and rules of the event',
  },
  listScoreGroups: {
    method: 'GET',
    path: '/v1/score_groups',
    answer: v.array(ScoreGroup),
    codes: [],
    summary: 'The score groups to choose from',
  },
  selectScoreGroup: {
    method: 'POST',
    path: '/v1/score_groups/select',
    body: SelectScoreGroupBody,
    codes: [
      'NO_ACCOUNT',
      'NOT_FOUND',
      'SCORE_GROUP_ALREADY_SELECTED',
      'SCORE_GROUP_WRONG_PASSWORD',
      'TIME_RESTRICTED',
    ],
    summary: "Choose the account's score group, once",
  },
  getScoreboard: {
    method: 'GET',
    path: '/v1/stats/scoreboard',
    answer: Scoreboard,
    codes: playCodes,
    summary: "The scoreboard of the account's score group",
  },
  getSolveTimes: {
    method: 'GET',
    path: '/v1/stats/solvetimes',
    answer: SolveTimes,
    codes: playCodes,
    summary: "When the flags were solved in the account's score group",
  },
  createTeam: {
    method: 'POST',
    path: '/v1/teams',
    body: CreateTeamBody,
    codes: ['NOT_FOUND', 'TEAM_NAME_TAKEN', 'TIME_RESTRICTED'],
    summary: 'Create a team and join it',
  },
  joinTeam: {
    method: 'POST',
    path: '/v1/teams/join',
    body: JoinTeamBody,
    codes: ['NOT_FOUND', 'TEAM_JOIN_TOKEN_INVALID', 'TEAM_FULL', 'TIME_RESTRICTED'],
    summary: 'Join a team by its token',
  },
  getTeam: {
    method: 'GET',
    path: '/v1/user/team',
    isSecret: true,
    answer: Team,
    codes: ['NO_TEAM'],
    summary: "The user's team",
  },
  leaveTeam: {
    method: 'DELETE',
    path: '/v1/teams/{teamId}/members/{userId}',
    codes: ['NOT_FOUND', 'USER_NOT_TEAM_MEMBER', 'TIME_RESTRICTED'],
    summary: 'Leave a team, before the event starts',
  },
  getUser: {
    method: 'GET',
    path: '/v1/user',
    answer: User,
    codes: [],
    summary: 'Who is signed in',
  },
  getStats: {
    method: 'GET',
    path: '/v1/user/stats',
    answer: AccountStats,
    codes: ['NO_ACCOUNT'],
    summary: "The account's score, group and environments",
  },
  getVpnConfig: {
    method: 'GET',
    path: '/v1/user/vpn/config',
    isSecret: true,
    answer: v.string(),
    codes: [...playCodes, 'NOT_FOUND'],
    type: 'text/plain',
    summary: "The user's WireGuard configuration",
  },
  getFlugzeug: {
    method: 'GET',
    path: '/v1/user/flugzeug',
    isSecret: true,
    answer: Flugzeug,
    codes: [...playCodes, 'NO_FLUGZEUG'],
    summary: "The user's desktop",
  },
  createFlugzeug: {
    method: 'POST',
    path: '/v1/user/flugzeug',
    codes: [...playCodes, 'FLUGZEUG_EXISTS', 'UNSUPPORTED_ORCHESTRATOR_OPERATION'],
    summary: 'Create and start the desktop',
  },
  resetFlugzeug: {
    method: 'DELETE',
    path: '/v1/user/flugzeug',
    codes: [...playCodes, 'NO_FLUGZEUG'],
    summary: 'Delete the desktop with all that is on it',
  },
  startFlugzeug: {
    method: 'PUT',
    path: '/v1/user/flugzeug/start',
    codes: [...playCodes, 'NO_FLUGZEUG', 'UNSUPPORTED_ORCHESTRATOR_OPERATION'],
    summary: 'Resume the desktop',
  },
  stopFlugzeug: {
    method: 'PUT',
    path: '/v1/user/flugzeug/stop',
    codes: [...playCodes, 'NO_FLUGZEUG', 'UNSUPPORTED_ORCHESTRATOR_OPERATION'],
    summary: 'Stop the desktop and keep its files',
  },
  prolongFlugzeug: {
    method: 'POST',
    path: '/v1/user/flugzeug/prolong',
    codes: [...playCodes, 'NO_FLUGZEUG', 'CANNOT_PROLONG_FLUGZEUG'],
    summary: 'Extend the runtime of the desktop',
  },
  getFlugzeugEnabled: {
    method: 'GET',
    path: '/v1/user/flugzeug/enabled',
    answer: FlugzeugEnabled,
    codes: playCodes,
    summary: 'Whether the user can have a desktop',
  },
} as const satisfies Record<string, Call>

export type CallName = keyof typeof calls

/** What a call answers when it succeeds; undefined where its answer has no body. */
export type AnswerOf<N extends CallName> = (typeof calls)[N] extends {
  answer: infer S extends Schema
}
  ? v.InferOutput<S>
  : undefined

/** What a call takes as body; undefined where it takes none. */
export type BodyOf<N extends CallName> = (typeof calls)[N] extends { body: infer S extends Schema }
  ? v.InferInput<S>
  : undefined

type PathParams<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParams<Rest>
  : never
type QueryParams<N extends CallName> = (typeof calls)[N] extends {
  query: readonly (infer Q extends string)[]
}
  ? Q
  : never

/** The path and query parameters of a call, by name. */
export type ParamsOf<N extends CallName> = {
  [K in PathParams<(typeof calls)[N]['path']> | QueryParams<N>]: string
}
