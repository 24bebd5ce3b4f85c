import type { Facts } from '../../domain/facts.ts'

/** Sent by the page. Texts are the whole content of their field. */
export type HomeEvent =
  | { type: 'token.typed'; token: string }
  | { type: 'teamName.typed'; teamName: string }
  | { type: 'team.join' }
  | { type: 'team.create' }
  | { type: 'group.chosen'; slug: string }
  | { type: 'password.typed'; password: string }
  | { type: 'group.select' }
  /** Nobody needs to read any more that the account is in another score group. */
  | { type: 'otherGroup.dismissed' }
  /** Ask for the score groups again. */
  | { type: 'groups.reload' }

/** What survives a reload and a new sign-in: no password. */
export interface KeptDrafts {
  readonly token: string
  readonly teamName: string
}

/** Sent by the store of drafts, once. */
export type DraftsLoaded = { type: 'drafts.loaded'; drafts: KeptDrafts }

/** Sent to the store of drafts. */
export type DraftsChanged = { type: 'drafts.changed'; drafts: KeptDrafts }

/** Sent by the app. */
export type HomeParentEvent = { type: 'facts.changed'; facts: Facts }
