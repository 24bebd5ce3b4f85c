import type { Session } from './session.ts'

export type SessionEvent =
  /** A visitor of a public page wants to sign in. */
  | { type: 'session.signIn' }
  | { type: 'session.signOut' }
  /** Sign in now instead of after the delay. */
  | { type: 'session.retry' }
  /** The API answered 401 to this token; `again`: to the renewed one too. */
  | { type: 'session.rejected'; accessToken: string; again: boolean }

/** Sent by the browser's other tabs. */
export type SessionShared =
  /** One that shares this session has renewed it. */
  | { type: 'session.shared'; session: Session }
  /** The user signs out there, so the provider soon ends this session, too. */
  | { type: 'session.ending' }
