/** Who leaves which team, as the path of the call names them. */
export interface Membership {
  readonly teamId: string
  readonly userId: string
}

/** Sent by the page. */
export type MembershipEvent =
  /** The user must confirm it first. */
  | ({ type: 'leave.requested' } & Membership)
  | { type: 'leave.confirmed' }
  | { type: 'leave.cancelled' }

/** Sent by the app. */
export type MembershipParentEvent =
  /** The page with the question was left, by a link or the browser's back. */
  { type: 'page.left' }
