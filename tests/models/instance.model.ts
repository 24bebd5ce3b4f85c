import { instanceMachine } from '../../src/machines/instance/machine.ts'
import { challenge, detail, instance, stats } from './data.ts'
import { defineModel } from './harness.ts'

const done = { ok: true, data: undefined, retried: false } as const
const answers = (...data: readonly ReturnType<typeof instance>[]) =>
  data.map(one => ({ ok: true, data: one, retried: false }) as const)

export const instanceModel = defineModel<typeof instanceMachine>({
  machine: instanceMachine,
  inputs: [
    ({ serverClock, random, parent }) => ({
      challenge,
      clock: serverClock,
      random,
      stats: stats(),
      parent,
    }),
  ],
  events: {
    'instance.start': [{ type: 'instance.start' }],
    'instance.abort': [{ type: 'instance.abort' }],
    'instance.extend': [{ type: 'instance.extend' }],
    'instance.stop': [{ type: 'instance.stop' }],
    'instance.retry': [{ type: 'instance.retry' }],
    'page.entered': [{ type: 'page.entered' }],
    'page.left': [{ type: 'page.left' }],
    'stats.changed': [{ type: 'stats.changed', stats: stats() }],
    'detail.changed': [
      { type: 'detail.changed', detail },
      { type: 'detail.changed', detail: { ...detail, hasEnvironment: false } },
    ],
    'page.shown': { from: 'visibility', events: [{ type: 'page.shown' }] },
    'page.hidden': { from: 'visibility', events: [{ type: 'page.hidden' }] },
    'read.succeeded': 'raised',
    'read.failed': 'raised',
  },
  actors: {
    fetchInstance: {
      done: [
        { ok: true, data: instance('not-running'), retried: false },
        ...answers(
          instance('starting'),
          instance('running', 1),
          instance('running', 2),
          instance('stopping'),
        ),
        { ok: false, code: 'TIME_RESTRICTED', retried: false, retryAfter: null },
      ],
    },
    startInstance: {
      done: [
        done,
        {
          ok: false,
          code: 'MAXIMUM_NUMBER_CHALLENGE_INSTANCES_REACHED',
          retried: false,
          retryAfter: null,
        },
        {
          ok: false,
          code: 'MAXIMUM_NUMBER_CHALLENGE_INSTANCES_REACHED',
          retried: true,
          retryAfter: null,
        },
      ],
    },
    prolongInstance: {
      done: [
        done,
        { ok: false, code: 'CANNOT_PROLONG_CHALLENGE_INSTANCE', retried: false, retryAfter: null },
        { ok: false, code: 'CANNOT_PROLONG_CHALLENGE_INSTANCE', retried: true, retryAfter: null },
      ],
    },
    stopInstance: { done: [undefined] },
    visibility: 'callback',
  },
  key: ({ context }) => [
    context.isStartAllowed,
    context.instance?.scheduledStopTime,
    context.instance === null && context.readFailure !== null,
  ],
})
