/**
 * The wire between the app and any backend: every entity, every error code, every call. With these schemas
 * the app parses what it receives, and the platform parses what it accepts.
 *
 * JSON in and out, camelCase, ids are strings. Success bodies come bare, error bodies as `ErrorBody`.
 */
export type * from './contract/announcements.ts'
export * from './contract/call.ts'
export * from './contract/calls.ts'
export * from './contract/challenges.ts'
export type * from './contract/desktop/files.ts'
export type * from './contract/desktop/messages.ts'
export type * from './contract/desktop-views.ts'
export * from './contract/errors.ts'
export * from './contract/event.ts'
export type * from './contract/event-details.ts'
export type * from './contract/extension.ts'
export type * from './contract/flugzeug.ts'
export type * from './contract/hints-and-solves.ts'
export * from './contract/instances.ts'
export type * from './contract/live.ts'
export type * from './contract/public-scoreboard.ts'
export type * from './contract/results.ts'
export * from './contract/scores.ts'
export type * from './contract/solve-times.ts'
export type * from './contract/submissions.ts'
export * from './contract/teams.ts'
export * from './contract/user.ts'
export * from './contract/values.ts'
