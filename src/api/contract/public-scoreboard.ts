import * as v from 'valibot'
import type { ClientCalls, RulesOf } from './call.ts'
import { ScoreboardEntry } from './scores.ts'
import { Count, Slug, Timestamp } from './values.ts'

export const PublicScoreboard = v.object({
  /** All score groups, in the order of the event. */
  groups: v.array(
    v.object({
      slug: Slug,
      name: v.string(),
      /** The first ones, best first, without the rank of an hour ago. */
      entries: v.array(ScoreboardEntry),
      /** How many accounts the group has. */
      accounts: Count,
    }),
  ),
  /** As in `Scoreboard`. */
  frozenSince: v.nullish(Timestamp),
})
export type PublicScoreboard = v.InferOutput<typeof PublicScoreboard>

export const publicScoreboardCalls = {
  getPublicScoreboard: {
    method: 'GET',
    path: '/v1/public/scoreboard',
    answer: PublicScoreboard,
  },
} as const satisfies ClientCalls

export const publicScoreboardRules = {
  getPublicScoreboard: {
    codes: ['NOT_FOUND', 'TIME_RESTRICTED'],
    isPublic: true,
    isShared: true,
    extension: 'publicScoreboard',
    summary: 'The first accounts of each score group, for everybody',
  },
} as const satisfies RulesOf<typeof publicScoreboardCalls>
