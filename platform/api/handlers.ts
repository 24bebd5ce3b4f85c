import { challengeHandlers } from './challenges.ts'
import type { Handlers } from './context.ts'
import { eventHandlers } from './event.ts'
import { announcementHandlers } from './extensions/announcements.ts'
import { desktopViewHandlers } from './extensions/desktop-views.ts'
import { hintHandlers } from './extensions/hints-and-solves.ts'
import { publicScoreboardHandlers } from './extensions/public-scoreboard.ts'
import { resultHandlers } from './extensions/results.ts'
import { submissionHandlers } from './extensions/submissions.ts'
import { flugzeugHandlers } from './flugzeug.ts'
import { instanceHandlers } from './instances.ts'
import { scoreGroupHandlers } from './score-groups.ts'
import { scoreboardHandlers } from './scoreboard.ts'
import { solveHandlers } from './solve.ts'
import { teamHandlers } from './teams.ts'
import { userHandlers } from './user.ts'

/** A handler for each call of the contract. A call without one does not compile. */
export const handlers: Handlers = {
  ...announcementHandlers,
  ...challengeHandlers,
  ...desktopViewHandlers,
  ...eventHandlers,
  ...flugzeugHandlers,
  ...hintHandlers,
  ...resultHandlers,
  ...instanceHandlers,
  ...publicScoreboardHandlers,
  ...scoreboardHandlers,
  ...scoreGroupHandlers,
  ...solveHandlers,
  ...submissionHandlers,
  ...teamHandlers,
  ...userHandlers,
}
