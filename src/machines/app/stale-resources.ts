import type { LiveTopic } from '../../api/contract.ts'
import type { resources } from './resources.ts'

/** A resource of the app, or the open page of an account. */
type Name = keyof typeof resources | 'account'

const results = ['stats', 'scoreboard', 'history', 'solveTimes', 'account'] as const

/** What the app reads again. */
const staleBy: Readonly<Record<LiveTopic, readonly Name[]>> = {
  everything: [
    ...results,
    ...(['user', 'team', 'submissions', 'catalogue', 'flugzeugEnabled', 'eventDetails'] as const),
  ],
  announcements: [],
  // The user says whether the event has a VPN.
  event: ['user', 'flugzeugEnabled', 'eventDetails'],
  challenges: [...results, 'catalogue'],
  solve: [...results, 'catalogue', 'team', 'submissions'],
  hint: [...results, 'team'],
  firstBlood: ['catalogue'],
  scoreboard: [...results, 'catalogue'],
  environment: ['stats'],
  team: ['user', 'stats', 'team', 'catalogue', 'account', 'submissions'],
}

const isKnown = (topic: string): topic is LiveTopic => Object.hasOwn(staleBy, topic)

/** Nothing for a topic of a newer backend. */
export const staleAfter = (topic: string): readonly Name[] => (isKnown(topic) ? staleBy[topic] : [])

export const concernsMetadata = (topic: string) => topic === 'everything' || topic === 'event'
export const concernsAnnouncements = (topic: string) =>
  topic === 'everything' || topic === 'announcements'
/** An environment may stop earlier or later than before. */
export const concernsStops = (topic: string) => topic === 'everything' || topic === 'environment'
