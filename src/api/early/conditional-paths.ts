import type { CallName, Calls } from '../contract.ts'

export type CallPath = Calls[CallName]['path']

/** These are read only in some events or phases, or from some backends. Pages wait for the first one. */
export const conditionalPaths: readonly string[] = [
  '/v1/user/team',
  '/v1/categories/',
  '/v1/challenges/',
  '/v1/event',
  '/v1/user/flugzeug/enabled',
  '/v1/announcements',
] satisfies CallPath[]
