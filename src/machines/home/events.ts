import type { Facts } from '../facts.ts'

/** Sent by the page. Texts come whole, as they stand in their field. */
export type HomeEvent =
  | { type: 'token.typed'; token: string }
  | { type: 'teamName.typed'; teamName: string }
  | { type: 'team.join' }
  | { type: 'team.create' }
  | { type: 'group.chosen'; slug: string }
  | { type: 'password.typed'; password: string }
  | { type: 'group.select' }
  /** Ask for the score groups again. */
  | { type: 'groups.reload' }

/** Told by the app. */
export type HomeFact = { type: 'facts.changed'; facts: Facts }
