import * as v from 'valibot'
import type { ClientCalls, RulesOf } from './call.ts'
import { playCodes } from './errors.ts'
import { Timestamp } from './values.ts'

export const FlugzeugStatus = v.picklist([
  'provisioning',
  'starting',
  'running',
  'stopping',
  'stopped',
  'error',
])
export type FlugzeugStatus = v.InferOutput<typeof FlugzeugStatus>

/** Why a desktop is in error. */
export type FlugzeugErrorCause = 'start' | 'memory' | 'processes' | 'disk' | 'ended' | 'unreachable'

export const Flugzeug = v.object({
  status: FlugzeugStatus,
  /** A `FlugzeugErrorCause`, if the server knows it and the status is `error`. */
  failure: v.optional(v.nullable(v.string())),
  stopTimestamp: v.nullable(Timestamp),
  /** The time from which on it can be extended, while it runs. Null: no longer. Absent: the backend does not say. */
  extendableFrom: v.nullish(Timestamp),
  /** A page that shows the desktop, to be embedded; null unless running. */
  url: v.nullable(v.string()),
})
export type Flugzeug = v.InferOutput<typeof Flugzeug>

export const flugzeugCalls = {
  getFlugzeug: {
    method: 'GET',
    path: '/v1/user/flugzeug',
    answer: Flugzeug,
  },
  createFlugzeug: {
    method: 'POST',
    path: '/v1/user/flugzeug',
  },
  resetFlugzeug: {
    method: 'DELETE',
    path: '/v1/user/flugzeug',
  },
  startFlugzeug: {
    method: 'PUT',
    path: '/v1/user/flugzeug/start',
  },
  stopFlugzeug: {
    method: 'PUT',
    path: '/v1/user/flugzeug/stop',
  },
  extendFlugzeug: {
    method: 'POST',
    path: '/v1/user/flugzeug/prolong',
  },
} as const satisfies ClientCalls

export const flugzeugRules = {
  getFlugzeug: {
    isSecret: true,
    codes: [...playCodes, 'NO_FLUGZEUG'],
    summary: "The user's desktop",
  },
  createFlugzeug: {
    codes: [...playCodes, 'FLUGZEUG_EXISTS', 'UNSUPPORTED_ORCHESTRATOR_OPERATION'],
    summary: 'Create and start the desktop',
  },
  resetFlugzeug: {
    codes: [...playCodes, 'NO_FLUGZEUG'],
    summary: 'Delete the desktop with all that is on it',
  },
  startFlugzeug: {
    codes: [...playCodes, 'NO_FLUGZEUG', 'UNSUPPORTED_ORCHESTRATOR_OPERATION'],
    summary: 'Resume the desktop',
  },
  stopFlugzeug: {
    codes: [...playCodes, 'NO_FLUGZEUG', 'UNSUPPORTED_ORCHESTRATOR_OPERATION'],
    summary: 'Stop the desktop and keep its files',
  },
  extendFlugzeug: {
    codes: [...playCodes, 'NO_FLUGZEUG', 'CANNOT_PROLONG_FLUGZEUG'],
    summary: 'Extend the runtime of the desktop',
  },
} as const satisfies RulesOf<typeof flugzeugCalls>
