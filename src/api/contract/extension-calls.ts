import { eventDetailsCalls, eventDetailsRules } from './event-details.ts'

/** The calls of extensions. The app loads this file when it makes the first of them. */
export const extensionCalls = { ...eventDetailsCalls } as const
export const extensionRules = { ...eventDetailsRules } as const

export type ExtensionCalls = typeof extensionCalls
export type ExtensionRules = typeof extensionRules
