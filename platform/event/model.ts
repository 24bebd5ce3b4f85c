import type { Announcement, ChallengeRef, EventDetails } from '../../src/api/contract.ts'
import { printable } from '../terminal/printable.ts'
import type { PictureType } from './pictures/picture-size.ts'

/** An event, checked, and with every default filled in. */
export interface EventDefinition {
  /** Absolute. */
  folder: string
  name: string
  /** What participants see of it, beside its name. */
  details: Omit<EventDetails, 'name' | 'logoUrl'>
  logo: Logo | null
  /** Newest first, with those of the future. */
  announcements: AnnouncementDefinition[]
  start: Date
  end: Date
  /** Between start and end. From then to the end, nobody sees what others solve. Null: no freeze. */
  freeze: Date | null
  /** Whether everybody may see the scoreboard, without a sign-in. */
  publicScoreboard: boolean
  /** This is not before `end`. Until then environments start and flags are answered, but give no points. */
  postPlayEnd: Date
  /** Whether flags, hints and starts of environments are refused until an organiser goes on. The event's files never say so. */
  isPaused?: true
  /** Whether every change is refused, because the event is over and kept for reading. The event's files never say so. */
  isReadOnly?: true
  /** Who may create an account; absent: everybody. The event's files never say so. */
  registration?: 'invited' | 'closed'
  /** `GUIDON` for flags like `GUIDON{…}`: letters, digits, dash or underscore. */
  flagPrefix: string
  teamMode: boolean
  /** Members of a team at most; null: unlimited. */
  teamSize: number | null
  /** At least one; `password` null: open to all. */
  scoreGroups: ScoreGroupDefinition[]
  /** How many environments an account may have at once; null: any number. */
  maxEnvironments: number | null
  environment: Lease
  desktop: Lease & DesktopDefinition
  vpn: VpnDefinition
  /** Sign-in accounts of the embedded identity provider that exist from the start, for a demo. */
  accounts: { username: string; password: string }[]
  /** Categories with at least one challenge, in their order. */
  categories: { slug: string; name: string; description: string; order: number }[]
  /** By category, then order, then name. Those with `isHidden` are only in the event of the files. */
  challenges: ChallengeDefinition[]
}

export interface AnnouncementDefinition extends Omit<Announcement, 'time'> {
  /** From then on it is shown. */
  time: Date
}

export interface Logo {
  bytes: Uint8Array<ArrayBuffer>
  /** Content type. */
  type: string
  /** Changes with the bytes. */
  tag: string
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
  /** An extension is possible only when no more than this is left. */
  extendableInLastMs: number
}

export interface DesktopDefinition {
  enabled: boolean
  /** Memory of all programs of one desktop together. */
  memoryMb: number
  /** The size of its home. */
  homeMb: number
  /** Whether it reaches the internet. It always reaches the environments of its user's account. */
  internet: boolean
  /** Whether its user hears what its programs play. */
  sound: boolean
  image: DesktopImage
}

/** What is on a desktop. */
export type DesktopImage =
  /** Debian's packages, on an image of Debian. */
  | { kind: 'packages'; base: string; packages: string[] }
  | { kind: 'image'; image: string }
  /** `folder` is absolute. */
  | { kind: 'build'; folder: string; dockerfile: string }

export interface VpnDefinition {
  enabled: boolean
  /** `host:port` that participants' devices connect to; null: taken from the platform's address. */
  endpoint: string | null
  /** The WireGuard interface on the platform's host; null: only keys and configurations. */
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

/** The category and slug by which a challenge was first known. It never changes: rows refer to it. */
export interface RowName {
  category: string
  slug: string
}

export interface ChallengeDefinition {
  rowName: RowName
  categorySlug: string
  /** Unique within its category. */
  slug: string
  /** What category and slug were before it was renamed, the latest first. These addresses lead to it, too. */
  formerNames?: Pick<ChallengeDefinition, 'categorySlug' | 'slug'>[]
  name: string
  /** Its file says so: nobody sees it until an organiser releases it. */
  isHidden?: true
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
  tags: string[]
  hints: HintDefinition[]
  /** It is locked for an account that has not solved all of these. */
  requires: ChallengeRef[]
  /** `path` is absolute. `name` is the path in the archive: unique, with `/` between folders. */
  files: Handout[]
  /** Null: nothing to start. */
  environment: EnvironmentDefinition | null
}

export interface Handout {
  path: string
  name: string
  bytes: number
  /** Absent: texts cannot show it. */
  picture?: Picture
}

export interface Picture {
  type: PictureType
  /** In pixels. */
  width: number
  height: number
  /** Changes with the bytes. */
  tag: string
}

export interface HintDefinition {
  /** Unique within its challenge. It must not change, because the stored hints of accounts refer to it. */
  id: string
  /** Points; 0: everybody sees it. */
  cost: number
  /** Markdown. */
  text: string
}

/**
 * One text that is accepted. `content` is the whole flag for `static`, a pattern of the whole flag for
 * `regex`, and the readable part for `bound` (`PREFIX{content::proof}`).
 */
export interface FlagText {
  kind: 'static' | 'regex' | 'bound'
  content: string
  caseInsensitive: boolean
}

export interface FlagDefinition extends FlagText {
  /** Unique within its challenge. Solves refer to it, so it must not change. */
  id: string
  /** The part of the challenge's points, from 0 to 1; the sum over a challenge is 1. */
  share: number
  /** Other texts that solve the same flag. In CTFd, all flags of a challenge are alternatives. */
  alternatives: FlagText[]
}

/** What an environment runs. */
export type Program =
  /** Program and arguments, run in the challenge's folder. */
  | { kind: 'process'; command: string[] }
  /** A container image to pull. */
  | { kind: 'image'; image: string }
  /** A container image to build. `folder` is absolute and has a Dockerfile. */
  | { kind: 'build'; folder: string }
  /** Containers in a network of their own, in the order in which they are started. */
  | { kind: 'compose'; services: ServiceDefinition[] }

/** One container of an environment that has several. */
export interface ServiceDefinition {
  /** The others reach it by that name. */
  name: string
  program: { kind: 'image'; image: string } | { kind: 'build'; folder: string; dockerfile?: string }
  /** With `${NAME}` for variables of the environment, like `${FLAG}`. */
  variables: Record<string, string>
  /** Absent: those of the image. */
  command?: string[]
  entrypoint?: string[]
  user?: string
  workingFolder?: string
  /** Absent: the environment's own. */
  memoryMb?: number
  cpus?: number
  capabilities: readonly string[]
  /** Folders of their own volume, which goes with the environment. */
  volumes: readonly string[]
}

export interface EnvironmentPort {
  port: number
  protocol: string
  title: string
  /** The service that listens on it, where there are several. */
  service?: string
}

export type EnvironmentDefinition = Program & {
  /** At least one; where participants reach it. The first is the main one. */
  ports: EnvironmentPort[]
  /** For all its containers together. */
  memoryMb: number
  startTimeoutMs: number
  /** In processors; may be a fraction. Absent: 1. */
  cpus?: number
  /** How much its own files may take. Absent: the engine's usual limit, if it has one. */
  diskMb?: number
  /** Whether a container reaches the internet. */
  internet?: boolean
  /** Instead of the event's. */
  lease?: Partial<Lease>
  /** For a container, in addition to the usual ones: like `SYS_PTRACE`. */
  capabilities?: readonly string[]
}

/**
 * `error`: the event cannot be loaded. `kept`: something stays as it was before, because the change would
 * lose what participants did. `left out`: a challenge is missing from the event. `warning`: something in
 * its file has no effect here.
 */
export type Severity = 'error' | 'kept' | 'left out' | 'warning'

/** A mistake in an event's folder. Its message says what to do about it. */
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

/** The event cannot be loaded. Its message has one line for each problem. */
export class EventError extends Error {
  override readonly name = 'EventError'
  readonly problems: Problem[]

  constructor(problems: Problem[]) {
    super(problems.map(formatProblem).join('\n'))
    this.problems = problems
  }
}

/** Like `event.yaml:12: scoreGroups[1].name: is empty; give it a name`. */
export function formatProblem({ file, line, field, message }: Problem): string {
  const place = `${file}${line === null ? '' : `:${line}`}`
  return printable(`${place}: ${field ? `${field}: ` : ''}${message}`)
}
