/** The effects that run behind every page, in one file. The first page does not need them. */
export { wireAnnouncements } from './announcements.ts'
export { wireLive } from './live.ts'
export { wireReminder } from './reminder.ts'
