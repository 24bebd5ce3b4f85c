import * as v from 'valibot'
import type { ClientCalls, RulesOf } from './call.ts'
import { Count } from './values.ts'

export const TeamMember = v.object({
  userId: v.string(),
  username: v.string(),
  /**
   * In the extension `account`: what the flags that the member submitted are worth. The costs of hints are
   * not subtracted.
   */
  points: v.optional(v.number()),
  /** How many flags the member submitted. */
  solves: v.optional(Count),
})
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

/** The longest name of a team, in UTF-16 units. */
export const maxTeamNameLength = 100

export const CreateTeamBody = v.object({
  name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(maxTeamNameLength)),
})

export const JoinTeamBody = v.object({
  joinToken: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200)),
})

export const teamCalls = {
  createTeam: {
    method: 'POST',
    path: '/v1/teams',
  },
  joinTeam: {
    method: 'POST',
    path: '/v1/teams/join',
  },
  getTeam: {
    method: 'GET',
    path: '/v1/user/team',
    answer: Team,
  },
  leaveTeam: {
    method: 'DELETE',
    path: '/v1/teams/{teamId}/members/{userId}',
  },
} as const satisfies ClientCalls

export const teamRules = {
  createTeam: {
    body: CreateTeamBody,
    codes: ['NOT_FOUND', 'TEAM_NAME_TAKEN', 'TIME_RESTRICTED'],
    summary: 'Create a team and join it',
  },
  joinTeam: {
    body: JoinTeamBody,
    codes: ['NOT_FOUND', 'TEAM_JOIN_TOKEN_INVALID', 'TEAM_FULL', 'TIME_RESTRICTED'],
    summary: 'Join a team by its token',
  },
  getTeam: {
    isSecret: true,
    codes: ['NO_TEAM'],
    summary: "The user's team",
  },
  leaveTeam: {
    codes: ['NOT_FOUND', 'USER_NOT_TEAM_MEMBER', 'TIME_RESTRICTED'],
    summary: 'Leave a team, before the event starts',
  },
} as const satisfies RulesOf<typeof teamCalls>
