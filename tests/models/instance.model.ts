import { instanceMachine } from '../../src/machines/instance/machine.ts'
import { instanceResource } from '../../src/machines/instance/setup.ts'
import { instanceBehaviour } from './behaviours/instance.ts'
import {
  challenge,
  changed,
  detail,
  facts,
  failed,
  instance,
  neverRejects,
  refused,
  resourceFixture,
  stats,
  timestamp,
} from './data.ts'
import { intervalsOf } from './harness/intervals.ts'
import { defineModel } from './harness.ts'

export const instanceModel = defineModel<typeof instanceMachine>({
  machine: instanceMachine,
  inputs: [
    ({ serverClock, random, parent }) => ({
      challenge,
      clock: serverClock,
      random,
      facts: facts(),
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
    'facts.changed': [
      { type: 'facts.changed', facts: facts({ isPaused: true }) },
      { type: 'facts.changed', facts: facts() },
    ],
    'stats.changed': [
      { type: 'stats.changed', stats: stats() },
      { type: 'stats.changed', stats: stats(['other']) },
      { type: 'stats.changed', stats: stats([challenge.challengeSlug]) },
    ],
    'detail.changed': [
      { type: 'detail.changed', detail },
      { type: 'detail.changed', detail: { ...detail, hasEnvironment: false } },
      { type: 'detail.changed', detail: { ...detail, canBeStarted: false } },
      { type: 'detail.changed', detail: null },
    ],
    'instance.stale': [{ type: 'instance.stale' }],
    'read.succeeded': 'raised',
    'read.failed': 'raised',
  },
  actors: {
    instance: resourceFixture(instanceResource, [
      { ...instance('not-running'), ended: { reason: 'memory', at: timestamp(0) } },
      instance('starting'),
      {
        ...instance('running', 1),
        exposedEndpoints: [{ ip: '192.0.2.1', port: 80, protocol: 'http', title: 'Web' }],
      },
      instance('running', 2),
      { ...instance('stopping'), extendableFrom: timestamp(0), queue: { position: 2 } },
      null,
    ]),
    startInstance: {
      error: neverRejects,
      done: [changed, refused('MAXIMUM_NUMBER_CHALLENGE_INSTANCES_REACHED'), failed],
    },
    extendInstance: {
      error: neverRejects,
      done: [changed, refused('CANNOT_PROLONG_CHALLENGE_INSTANCE'), failed],
    },
    stopInstance: { error: neverRejects, done: [changed, failed] },
  },
  key: ({ context: { facts, canBeStarted, reading } }) => [
    facts.isPaused,
    canBeStarted === true,
    reading.data?.scheduledStopTime,
    reading.isFetching,
    reading.data === undefined && reading.failure !== null,
  ],
  names: {
    'facts.changed': ['event paused', 'event continued'],
    'stats.changed': ['stats change', 'another one runs', 'this one counts'],
    'detail.changed': ['challenge known', 'nothing to start', 'start forbidden', 'challenge gone'],
    startInstance: ['start accepted', 'limit reached', 'start fails'],
    extendInstance: ['extended', 'extension refused', 'extension fails'],
    stopInstance: ['stop accepted', 'stop fails'],
    instance: [
      'read sleeps',
      'read begins',
      'not running',
      'starting',
      'runs for an hour',
      'runs for two hours',
      'stopping',
      'no play time',
      'read fails',
    ],
  },
  walkLength: 3,
  intervals: intervalsOf(instanceResource, {
    starting: { answer: instance('starting'), usually: 2_000, withStream: 10_000 },
    stopping: { answer: instance('stopping'), usually: 2_000, withStream: 10_000 },
    running: { answer: instance('running', 1), usually: 10_000, withStream: 60_000 },
    'not running': { answer: instance('not-running'), usually: 10_000, withStream: 60_000 },
  }),
  behaviour: instanceBehaviour,
})
