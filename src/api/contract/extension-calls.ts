import { announcementCalls, announcementRules } from './announcements.ts'
import { eventDetailsCalls, eventDetailsRules } from './event-details.ts'

/** The calls of extensions. The app loads this file when it makes the first of them. */
export const extensionCalls = { ...announcementCalls, ...eventDetailsCalls } as const
export const extensionRules = { ...announcementRules, ...eventDetailsRules } as const

export type ExtensionCalls = typeof extensionCalls
export type ExtensionRules = typeof extensionRules
