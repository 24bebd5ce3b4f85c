import { announcementCalls, announcementRules } from './announcements.ts'
import { desktopViewCalls, desktopViewRules } from './desktop-views.ts'
import { flugzeugCalls, flugzeugRules } from './flugzeug.ts'
import { hintCalls, hintRules } from './hints-and-solves.ts'
import { publicScoreboardCalls, publicScoreboardRules } from './public-scoreboard.ts'
import { resultCalls, resultRules } from './results.ts'
import { solveTimesCalls, solveTimesRules } from './solve-times.ts'
import { submissionCalls, submissionRules } from './submissions.ts'

/**
 * The calls of most extensions, and those that only one page makes: the desktop's and the calendar's. The app loads
 * this file before it makes the first of them.
 */
export const laterCalls = {
  ...announcementCalls,
  ...desktopViewCalls,
  ...flugzeugCalls,
  ...hintCalls,
  ...publicScoreboardCalls,
  ...resultCalls,
  ...solveTimesCalls,
  ...submissionCalls,
} as const
export const laterRules = {
  ...announcementRules,
  ...desktopViewRules,
  ...flugzeugRules,
  ...hintRules,
  ...publicScoreboardRules,
  ...resultRules,
  ...solveTimesRules,
  ...submissionRules,
} as const

export type LaterCalls = typeof laterCalls
export type LaterRules = typeof laterRules
