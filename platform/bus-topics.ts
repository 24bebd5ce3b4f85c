import type { End } from './environments/ends.ts'
import type { Refusal } from './refusal.ts'

/** On the replica that sends it, a time is a Date. The others get it as text. */
type Time = Date | string

interface OfChallenge {
  accountId: string
  category: string
  slug: string
}

/** Kinds of commands that one replica sends to another. */
export type CommandTopic = 'desktops.command' | 'environments.command'

export interface RemoteCommand {
  id: string
  /** The id of the replica that carries it out. */
  to: string
  command: string
  /** What the command is about: the id of an environment or a desktop. */
  subject: string
}

/** What became of a command. */
export interface CommandResult {
  id: string
  refusal: { code: Refusal['code']; message: string } | null
  failed: boolean
}

/** Questions to all replicas. For a reload, the answer says what became of it. */
export type QuestionTopic =
  | 'event.reload'
  | 'event.running'
  | 'organiser.failures'
  | 'organiser.load'
  | 'organiser.output'

export interface Question {
  id: string
  about: unknown
}

export interface QuestionAnswer {
  id: string
  answer: unknown
}

export interface ReplicaMessage {
  /** The replica's id. */
  id: string
  /** Identifies its process. Two replicas with the same id differ in it. */
  process: string
}

/** What each topic of the bus carries. A text is the id of what the topic names first. */
export type Topics = {
  'account.changed': string
  'account.deleted': string
  'accounts.added': null
  /** The ids of the accounts. */
  'accounts.corrected': readonly string[]
  /** `by`: the id of the replica that changed something. */
  'environments.changed': { by: string; accountId: string; end?: End }
  'flag.solved': OfChallenge & {
    flagId: string
    userId: string
    username: string
    solvedAt: Time
    counts: boolean
  }
  'grant.revoked': string
  'hint.taken': OfChallenge & { hintId: string; cost: number; takenAt: Time }
  'organiser.decided': null
  /** Answers `replica.starting`: the sender has the same id. */
  'replica.idTaken': ReplicaMessage
  'replica.left': string
  'replica.starting': ReplicaMessage
  /** The id of the account. */
  'scoreGroup.chosen': string
  'team.changed': string
  'user.changed': string
  /** The id of the user. */
  'vpn.changed': string
} & { [T in CommandTopic]: RemoteCommand } & { [T in `${CommandTopic}.done`]: CommandResult } & {
  [T in QuestionTopic]: Question
} & { [T in `${QuestionTopic}.is`]: QuestionAnswer }

export type Topic = keyof Topics
