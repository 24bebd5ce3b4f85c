/** An event as the platform runs it: read from a folder once, checked, with every default filled in. */
export interface EventDefinition {
  /** Absolute. */
  folder: string
  name: string
  start: Date
  end: Date
  /** Not before `end`: until then environments start and flags are answered, without points. */
  postPlayEnd: Date
  /** Letters, digits, dash or underscore: `GUIDON` for flags like `GUIDON{…}`. */
  flagPrefix: string
  teamMode: boolean
  /** Members of a team at most; null: unlimited. */
  teamSize: number | null
  /** At least one; `password` null: open to all. */
  scoreGroups: ScoreGroupDefinition[]
  /** Environments that an account holds at once; null: unlimited. */
  maxEnvironments: number | null
  environment: Lease
  desktop: Lease & DesktopDefinition
  vpn: VpnDefinition
  /** Accounts of the embedded identity provider that exist from the start: a demo's. */
  accounts: { username: string; password: string }[]
  /** Those with at least one challenge, in their order. */
  categories: { slug: string; name: string; description: string; order: number }[]
  /** Without the hidden ones; by category, then order, then name. */
  challenges: ChallengeDefinition[]
}

export interface ScoreGroupDefinition {
  slug: string
  name: string
  /** Markdown. */
  description: string
  password: string | null
}

/** How long something runs, in milliseconds. */
export interface Lease {
  lifetimeMs: number
  /** What one extension adds. */
  extensionMs: number
  /** An extension is granted only when no more than this is left. */
  extendableInLastMs: number
}

export interface DesktopDefinition {
  enabled: boolean
  /** Of all programs of one desktop together. */
  memoryMb: number
  /** Of its home, which is kept while it is stopped. */
  homeMb: number
  /** Whether it reaches the internet; the environments of its user's account it always does. */
  internet: boolean
}

export interface VpnDefinition {
  enabled: boolean
  /** `host:port` that participants' devices connect to; null: taken from the platform's address. */
  endpoint: string | null
  /** The WireGuard interface on the platform's machine; null: keys and configs only. */
  interface: string | null
  /** IPv4 addresses for participants, as CIDR. */
  pool: string
  /** What participants reach through the tunnel, as CIDRs. */
  routes: string[]
}

export type ChallengeValue =
  | { kind: 'static'; points: number }
  | {
      kind: 'dynamic'
      initial: number
      decay: number
      minimum: number
      function: 'linear' | 'logarithmic'
    }

export interface ChallengeDefinition {
  categorySlug: string
  /** Unique within its category. */
  slug: string
  name: string
  /** Markdown. */
  description: string
  /** Free text; empty where none is given. */
  difficulty: string
  order: number
  /** Absolute. */
  folder: string
  value: ChallengeValue
  /** At least one. */
  flags: FlagDefinition[]
  /** `path` absolute; `name` is unique and as it stands in the archive, with `/` between folders. */
  files: { path: string; name: string }[]
  /** Null: nothing to start. */
  environment: EnvironmentDefinition | null
}

/**
 * One text that is accepted. `content` is the whole flag for `static`, a pattern for the whole text
 * for `regex`, and the readable part in the braces for `bound` (`PREFIX{content::proof}`).
 */
export interface FlagText {
  kind: 'static' | 'regex' | 'bound'
  content: string
  caseInsensitive: boolean
}

export interface FlagDefinition extends FlagText {
  /** Unique within its challenge and stable: solves are kept under it. */
  id: string
  /** Of the challenge's points; the shares of a challenge sum to 1. */
  share: number
  /** Other texts that solve the same flag, as CTFd means several flags of a challenge. */
  alternatives: FlagText[]
}

/** Exactly one of command, image and build is set. */
export interface EnvironmentDefinition {
  /** Program and arguments, run in the challenge's folder. */
  command: string[] | null
  /** A container image to pull. */
  image: string | null
  /** Absolute path of a folder with a Dockerfile. */
  build: string | null
  /** At least one; where participants reach it. The first is the main one. */
  ports: { port: number; protocol: string; title: string }[]
  memoryMb: number
  startTimeoutMs: number
}

/**
 * `error`: nothing can be loaded. `left out`: a challenge is unusable and missing from the event.
 * `warning`: it is there, but something in its file has no effect here.
 */
export type Severity = 'error' | 'left out' | 'warning'

/** What is wrong in an event's folder, where, and what to do about it. */
export interface Problem {
  severity: Severity
  /** Relative to the event's folder. */
  file: string
  /** From 1; null: about the file as a whole. */
  line: number | null
  /** Like `scoreGroups[1].name`; empty: about the file as a whole. */
  field: string
  message: string
}

/** The event cannot be loaded; its message is one line for each problem. */
export class EventError extends Error {
  override name = 'EventError'
  readonly problems: Problem[]

  constructor(problems: Problem[]) {
    super(problems.map(formatProblem).join('\n'))
    this.problems = problems
  }
}

/** Like `event.yaml:12: scoreGroups[1].name: is empty; give it a name`. */
export function formatProblem({ file, line, field, message }: Problem): string {
  return `${file}${line === null ? '' : `:${line}`}: ${field ? `${field}: ` : ''}${message}`
}
