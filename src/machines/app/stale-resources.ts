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
  event: ['eventDetails', 'flugzeugEnabled'],
  challenges: [...results, 'catalogue'],
  solve: [...results, 'catalogue', 'team', 'submissions'],
  hint: [...results, 'team'],
  firstBlood: ['catalogue'],
  scoreboard: [...results, 'catalogue'],
  environment: ['stats'],
  team: ['user', 'stats', 'team', 'catalogue', 'account', 'submissions'],
}

/** Nothing for a topic of a newer backend. */
export const staleAfter = (topic: LiveTopic): readonly Name[] =>
  Object.hasOwn(staleBy, topic) ? staleBy[topic] : []

export const concernsMetadata = (topic: LiveTopic) => topic === 'everything' || topic === 'event'
export const concernsAnnouncements = (topic: LiveTopic) =>
  topic === 'everything' || topic === 'announcements'
/** An environment may stop earlier or later than before. */
export const concernsStops = (topic: LiveTopic) => topic === 'everything' || topic === 'environment'
