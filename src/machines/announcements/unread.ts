import type { Announcement } from '../../api/contract.ts'
import type { Marks } from './events.ts'

/** The machine's data about the announcements. */
export interface AnnouncementsData {
  /** Newest first; undefined before the first answer. */
  readonly list: readonly Announcement[] | undefined
  readonly marks: Marks
  /** The ids of announcements that came since the first answer, until their toast ends; the newest first. */
  readonly arrived: readonly string[]
}

export const unreadOf = ({ list = [], marks }: AnnouncementsData) =>
  list.filter(({ id }) => !marks.read.includes(id))

/** What the toast shows: announcements that are new and unread. */
export const newOf = (context: AnnouncementsData) =>
  unreadOf(context).filter(({ id }) => context.arrived.includes(id))
