/**
 * What a backend may have beyond the calls and fields of the specification. It names what it has in its
 * metadata. Each name stands for all of its calls and fields.
 */
export const extensions = [
  'account',
  'announcements',
  'challenges',
  'desktopViews',
  'ended',
  'event',
  'live',
  'publicScoreboard',
  'queue',
  'scoreboard',
] as const

export type Extension = (typeof extensions)[number]
