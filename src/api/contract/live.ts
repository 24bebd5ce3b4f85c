import * as v from 'valibot'
import { ChallengeRef } from './challenges.ts'

/**
 * The live stream (extension `live`): server-sent events over GET, with the bearer. It says that something
 * changed, and never what: a client then reads it again, as it always does. So a lost message costs only
 * time. The id of an event resumes the stream (`Last-Event-ID`).
 */
export const livePath = '/v1/live'

/** The types of its events, each with what a client reads again. */
export const liveTopics = {
  /** Messages may have been lost. */
  everything: 'all data',
  announcements: 'announcements',
  /** Times, rules, name and looks of the event. */
  event: 'metadata, and the details of the event',
  /** Challenges were added, changed or removed. */
  challenges: 'the list of challenges, and an open challenge',
  /** The user's own account got the points of a flag. */
  solve: "the results of the user's own account, and the challenge",
  /** The user's own account took a hint. */
  hint: "the points of the user's own account, and the challenge",
  /** The first account of the user's own score group solved all flags of a challenge. */
  firstBlood: 'the list of challenges, and the challenge',
  /** Somebody of the user's own score group scored. */
  scoreboard: 'scoreboard, ranks and solves',
  /** An environment of the user's own account changed its state. */
  environment: 'the running environments, and that of an open challenge',
  /** Members or score group of the user's own account. */
  team: 'user, stats and team, and an open challenge',
} as const

export type LiveTopic = keyof typeof liveTopics

/** The data of an event. */
export const LiveNews = v.object({
  /** Absent: it concerns no single challenge. */
  challenge: v.optional(ChallengeRef),
})
export type LiveNews = v.InferOutput<typeof LiveNews>
