import type { Facts } from '../../domain/facts.ts'

/** Sent by the page. */
export type InvitationEvent =
  /** Join the team. */
  | { type: 'invitation.accept' }
  /** Forget the invitation. */
  | { type: 'invitation.decline' }

/** Sent by the store of the invitation, when the page begins with one or the user opens another one. */
export type InvitationOpened = { type: 'invitation.opened'; token: string }

/** Sent to that store: the invitation is no longer needed. */
export type InvitationUsed = { type: 'invitation.used' }

/** Sent by the app. */
export type InvitationParentEvent = { type: 'facts.changed'; facts: Facts }
