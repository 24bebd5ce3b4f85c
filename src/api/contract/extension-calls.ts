import { announcementCalls, announcementRules } from './announcements.ts'
import { eventDetailsCalls, eventDetailsRules } from './event-details.ts'
import { hintCalls, hintRules } from './hints-and-solves.ts'
import { resultCalls, resultRules } from './results.ts'

/** The calls of extensions. The app loads this file when it makes the first of them. */
export const extensionCalls = {
  ...announcementCalls,
  ...eventDetailsCalls,
  ...hintCalls,
  ...resultCalls,
} as const
export const extensionRules = {
  ...announcementRules,
  ...eventDetailsRules,
  ...hintRules,
  ...resultRules,
} as const

export type ExtensionCalls = typeof extensionCalls
export type ExtensionRules = typeof extensionRules
