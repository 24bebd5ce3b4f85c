/** The phase of the event. */
export type Phase = 'upcoming' | 'running' | 'postPlay' | 'over'

/** What the app's actors know together. Pages, steps and links depend on it. */
export interface Facts {
  /**
   * Metadata, user and stats have been loaded; in team mode also the team; and the event's details, if there are any.
   */
  readonly isReady: boolean
  readonly phase: Phase | null
  /** The organisers let nobody play for now. */
  readonly isPaused: boolean
  /** The event is a past one, for reading only. */
  readonly isReadOnly: boolean
  readonly teamMode: boolean
  readonly hasTeam: boolean
  readonly hasScoreGroup: boolean
  /** The organisers keep the account out. */
  readonly isBanned: boolean
  /** Null while nobody knows; `unreadable` if the server could not be asked. */
  readonly flugzeugEnabled: boolean | 'unreadable' | null
  /** The names of the extensions that the backend has; check them with `hasExtension`. */
  readonly extensions: readonly string[]
}

export const noExtensions: readonly string[] = []

export const unknownFacts: Facts = {
  isReady: false,
  phase: null,
  isPaused: false,
  isReadOnly: false,
  teamMode: false,
  hasTeam: false,
  hasScoreGroup: false,
  isBanned: false,
  flugzeugEnabled: null,
  extensions: noExtensions,
}

/** The event has started, and its post play has not ended. */
const isPlayTime = ({ phase }: Facts) => phase === 'running' || phase === 'postPlay'

export const hasStarted = ({ phase }: Facts) => phase !== null && phase !== 'upcoming'

/** In team mode, a user without a team sees only the home page. */
export const isTeamMissing = ({ teamMode, hasTeam }: Facts) => teamMode && !hasTeam

/** Whether the event is on, and the user has what it asks for first: a score group, and a team if there are teams. */
export const takesPart = (facts: Facts) =>
  isPlayTime(facts) && facts.hasScoreGroup && !isTeamMissing(facts)

/** Whether challenges, VPN and Flugzeug are open. */
export const canPlay = (facts: Facts) => takesPart(facts) && !facts.isBanned

/** Whether scoreboard and flag calendar are open. They stay open after the end. */
export const canSeeScores = (facts: Facts) =>
  hasStarted(facts) && facts.hasScoreGroup && !isTeamMissing(facts)

/** Null while nobody knows. If the server could not be asked, the page opens and says so. */
export const canOpenFlugzeug = (facts: Facts) =>
  canPlay(facts) && (facts.flugzeugEnabled === 'unreadable' || facts.flugzeugEnabled)

export const canUseFlugzeug = (facts: Facts) => canPlay(facts) && facts.flugzeugEnabled === true

export const sameFacts = (a: Facts, b: Facts) =>
  (Object.keys(a) as (keyof Facts)[]).every(key => a[key] === b[key])
