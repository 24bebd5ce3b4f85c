import * as v from 'valibot'
import type { ClientCalls, RulesOf } from './call.ts'
import { LocalText, Timestamp } from './values.ts'

export const Announcement = v.object({
  /** Stays the same when the text is corrected. */
  id: v.string(),
  time: Timestamp,
  importance: v.picklist(['normal', 'high']),
  /** Plain text. */
  title: LocalText,
  text: LocalText,
})
export type Announcement = v.InferOutput<typeof Announcement>

/** Newest first; only those whose time has come. */
export const Announcements = v.object({ announcements: v.array(Announcement) })
export type Announcements = v.InferOutput<typeof Announcements>

export const announcementCalls = {
  getAnnouncements: {
    method: 'GET',
    path: '/v1/announcements',
    answer: Announcements,
  },
} as const satisfies ClientCalls

export const announcementRules = {
  getAnnouncements: {
    codes: [],
    extension: 'announcements',
    summary: 'What the organisers have announced',
  },
} as const satisfies RulesOf<typeof announcementCalls>
