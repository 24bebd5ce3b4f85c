import * as v from 'valibot'
import type { ClientCalls, RulesOf } from './call.ts'
import { LocalText } from './values.ts'

const Color = v.pipe(v.string(), v.regex(/^#[0-9a-f]{6}$/))

/** What a page shows of the event before anything else is known. */
export const Brand = v.object({
  name: v.string(),
  /** Absolute, or relative to the API base. */
  logoUrl: v.optional(v.string()),
  /** A colour for the texts of each scheme: its contrast with the scheme's surfaces is 4.5 or more. */
  accentColor: v.optional(v.object({ light: Color, dark: Color })),
})
export type Brand = v.InferOutput<typeof Brand>

export const EventDetails = v.object({
  ...Brand.entries,
  description: v.optional(LocalText),
  /** An e-mail address. */
  contact: v.optional(v.string()),
  discordUrl: v.optional(v.string()),
  rules: v.optional(LocalText),
  terms: v.optional(LocalText),
  /** For the home page, beside the greeting. */
  intro: v.optional(LocalText),
  /** For the step in which a user chooses a score group. */
  groupsText: v.optional(LocalText),
  /** The names of programs that are on desktops, for a text between commas. */
  desktopPrograms: v.optional(v.array(v.string())),
})
export type EventDetails = v.InferOutput<typeof EventDetails>

export const eventDetailsCalls = {
  getEvent: {
    method: 'GET',
    path: '/v1/event',
    answer: EventDetails,
  },
} as const satisfies ClientCalls

export const eventDetailsRules = {
  getEvent: {
    codes: [],
    isPublic: true,
    extension: 'event',
    summary: 'Name, colours and texts of the event',
  },
} as const satisfies RulesOf<typeof eventDetailsCalls>
