import * as v from 'valibot'
import type { ClientCalls, RulesOf } from './call.ts'
import { Count, Timestamp } from './values.ts'

export const Metadata = v.object({
  ctfStart: Timestamp,
  ctfEnd: Timestamp,
  ctfPostPlayEnd: Timestamp,
  flagPrefix: v.string(),
  teamModeEnabled: v.boolean(),
  /** Members; absent or null means unlimited. */
  defaultTeamSizeLimit: v.nullish(Count),
  /** In the extension `event`: flags, hints that cost points and new environments are refused for now. */
  isPaused: v.optional(v.boolean()),
  /** In the extension `event`: the event is over, and every change is refused. */
  isReadOnly: v.optional(v.boolean()),
  /** What it has beyond the specification: see `Extension`. A client ignores the names that it does not know. */
  extensions: v.optional(v.array(v.string())),
})
export type Metadata = v.InferOutput<typeof Metadata>

export const Health = v.object({
  message: v.string(),
  detail: v.object({ description: v.string(), release: v.optional(v.string()) }),
})
export type Health = v.InferOutput<typeof Health>

export const eventCalls = {
  getHealth: {
    method: 'GET',
    path: '/v1/health',
    answer: Health,
  },
  getMetadata: {
    method: 'GET',
    path: '/v1/metadata',
    answer: Metadata,
  },
} as const satisfies ClientCalls

export const eventRules = {
  getHealth: {
    codes: [],
    isPublic: true,
    summary: 'Whether the backend is well',
  },
  getMetadata: {
    codes: [],
    isPublic: true,
    summary: 'Times and rules of the event',
  },
} as const satisfies RulesOf<typeof eventCalls>
