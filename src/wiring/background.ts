/** What runs behind every page, in one file. The first page does without it. */
export { wireAnnouncements } from './announcements.ts'
export { wireLive } from './live.ts'
export { wireReminder } from './reminder.ts'
