import * as v from 'valibot'
import type { ClientCalls, RulesOf } from './call.ts'
import { categoryQuery } from './challenges.ts'
import { challengeCodes, unlockedCodes } from './errors.ts'
import { Count, Timestamp } from './values.ts'

/** `protocol`: tcp, udp, http, https, ssh, or any other word of a backend. */
export const Endpoint = v.object({
  ip: v.string(),
  port: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(65535)),
  protocol: v.string(),
  title: v.string(),
})
export type Endpoint = v.InferOutput<typeof Endpoint>

export const InstanceState = v.picklist(['not-running', 'starting', 'running', 'stopping'])
export type InstanceState = v.InferOutput<typeof InstanceState>

/** Why an environment is gone though nobody of its account stopped it. */
export const endReasons = [
  'notStarted',
  // It ended by itself.
  'exited',
  // It used too much of one of these.
  'memory',
  'processes',
  'disk',
  'timeOver',
  // The platform ended while it ran.
  'interrupted',
  // The organisers stopped it.
  'revoked',
] as const
export type EndReason = (typeof endReasons)[number]

export const Instance = v.object({
  state: InstanceState,
  scheduledStopTime: v.nullable(Timestamp),
  /** The time from which on it can be extended, while it runs. Null: no longer. Absent: the backend does not say. */
  extendableFrom: v.nullish(Timestamp),
  exposedEndpoints: v.array(Endpoint),
  /** Its place in the queue, from 1, while it is starting. Absent: it does not wait. */
  queue: v.optional(v.object({ position: v.pipe(Count, v.minValue(1)) })),
  /**
   * How the last one ended, while none is there. `reason`: one of `endReasons`, or any other word of a
   * backend. Absent: it was stopped, or the backend does not say.
   */
  ended: v.optional(v.object({ reason: v.string(), at: Timestamp })),
})
export type Instance = v.InferOutput<typeof Instance>

export const instanceCalls = {
  getInstance: {
    method: 'GET',
    path: '/v1/challenges/{slug}/instance',
    query: categoryQuery,
    answer: Instance,
  },
  startInstance: {
    method: 'PUT',
    path: '/v1/challenges/{slug}/instance',
    query: categoryQuery,
  },
  stopInstance: {
    method: 'DELETE',
    path: '/v1/challenges/{slug}/instance',
    query: categoryQuery,
  },
  extendInstance: {
    method: 'POST',
    path: '/v1/challenges/{slug}/instance/prolong',
    query: categoryQuery,
  },
} as const satisfies ClientCalls

export const instanceRules = {
  getInstance: {
    codes: challengeCodes,
    summary: "The account's environment of a challenge",
  },
  startInstance: {
    codes: [
      ...unlockedCodes,
      'MAXIMUM_NUMBER_CHALLENGE_INSTANCES_REACHED',
      'UNSUPPORTED_ORCHESTRATOR_OPERATION',
    ],
    summary: 'Start the environment',
  },
  stopInstance: {
    codes: [...challengeCodes, 'UNSUPPORTED_ORCHESTRATOR_OPERATION'],
    summary: 'Stop the environment, or abort its start',
  },
  extendInstance: {
    codes: [
      ...challengeCodes,
      'CANNOT_PROLONG_CHALLENGE_INSTANCE',
      'UNSUPPORTED_ORCHESTRATOR_OPERATION',
    ],
    summary: 'Extend the runtime of the environment',
  },
} as const satisfies RulesOf<typeof instanceCalls>
