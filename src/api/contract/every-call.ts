import type { ClientCalls, RulesOf } from './call.ts'
import type { Calls } from './calls.ts'
import { challengeCalls, challengeRules } from './challenges.ts'
import { eventCalls, eventRules } from './event.ts'
import { eventDetailsCalls, eventDetailsRules } from './event-details.ts'
import { instanceCalls, instanceRules } from './instances.ts'
import { laterCalls, laterRules } from './later-calls.ts'
import { scoreCalls, scoreRules } from './scores.ts'
import { teamCalls, teamRules } from './teams.ts'
import { userCalls, userRules } from './user.ts'

export { extensions } from './extension.ts'
export { LiveNews, livePath, liveTopics } from './live.ts'

/** Every call with its rules, for backends, documents and tests. The app does not load it. */
export const calls = join([
  [challengeCalls, challengeRules],
  [instanceCalls, instanceRules],
  [eventCalls, eventRules],
  [eventDetailsCalls, eventDetailsRules],
  [scoreCalls, scoreRules],
  [teamCalls, teamRules],
  [userCalls, userRules],
  [laterCalls, laterRules],
])

function join(topics: readonly (readonly [ClientCalls, RulesOf<ClientCalls>])[]): Calls {
  const joined = topics.flatMap(([own, rules]) =>
    Object.entries(own).map(([name, call]) => [name, { ...call, ...rules[name] }]),
  )
  return Object.fromEntries(joined)
}
