import { challengeCalls } from './challenges.ts'
import type { Handlers } from './context.ts'
import { eventCalls } from './event.ts'
import { announcementCalls } from './extensions/announcements.ts'
import { desktopViewCalls } from './extensions/desktop-views.ts'
import { hintCalls } from './extensions/hints-and-solves.ts'
import { publicScoreboardCalls } from './extensions/public-scoreboard.ts'
import { historyCalls } from './extensions/results.ts'
import { submissionCalls } from './extensions/submissions.ts'
import { flugzeugCalls } from './flugzeug.ts'
import { instanceCalls } from './instances.ts'
import { resultCalls } from './results.ts'
import { scoreGroupCalls } from './score-groups.ts'
import { solveCalls } from './solve.ts'
import { teamCalls } from './teams.ts'
import { userCalls } from './user.ts'

/** A handler for each call of the contract. A call without one does not compile. */
export const handlers: Handlers = {
  ...announcementCalls,
  ...challengeCalls,
  ...desktopViewCalls,
  ...eventCalls,
  ...flugzeugCalls,
  ...hintCalls,
  ...historyCalls,
  ...instanceCalls,
  ...publicScoreboardCalls,
  ...resultCalls,
  ...scoreGroupCalls,
  ...solveCalls,
  ...submissionCalls,
  ...teamCalls,
  ...userCalls,
}
