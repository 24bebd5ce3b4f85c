/** Of the event. */
export type Phase = 'upcoming' | 'running' | 'postPlay' | 'over'

/** What the app's actors know together. Pages, steps and links depend on it. */
export interface Facts {
  /** Metadata, user, stats and, in team mode, team have been loaded. */
  readonly isReady: boolean
  readonly phase: Phase | null
  readonly teamMode: boolean
  readonly hasTeam: boolean
  readonly hasScoreGroup: boolean
  /** Null while nobody knows; `unreadable` where the server was asked in vain. */
  readonly flugzeugEnabled: boolean | 'unreadable' | null
}

export const unknownFacts: Facts = {
  isReady: false,
  phase: null,
  teamMode: false,
  hasTeam: false,
  hasScoreGroup: false,
  flugzeugEnabled: null,
}

/** Started, and the post play has not ended. */
export const isPlayTime = ({ phase }: Facts) => phase === 'running' || phase === 'postPlay'

export const hasStarted = ({ phase }: Facts) => phase !== null && phase !== 'upcoming'

/** In team mode, an account without a team sees Home only. */
export const isTeamMissing = ({ teamMode, hasTeam }: Facts) => teamMode && !hasTeam

/** Challenges, VPN and Flugzeug. */
export const canPlay = (facts: Facts) =>
  isPlayTime(facts) && facts.hasScoreGroup && !isTeamMissing(facts)

/** Scoreboard and flag calendar, which stay after the end. */
export const canSeeScores = (facts: Facts) =>
  hasStarted(facts) && facts.hasScoreGroup && !isTeamMissing(facts)

export const canUseFlugzeug = (facts: Facts) => canPlay(facts) && facts.flugzeugEnabled === true

export const sameFacts = (a: Facts, b: Facts) =>
  (Object.keys(a) as (keyof Facts)[]).every(key => a[key] === b[key])
