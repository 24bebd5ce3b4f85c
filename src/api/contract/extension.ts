/**
 * The calls and fields that a backend may have beyond the specification. Its metadata names them. Each name stands for
 * all calls and fields of one extension.
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
