import { assign, not } from 'xstate'
import type { Instance } from '../../api/contract.ts'
import { POLL_INTERVAL } from '../constants.ts'
import type { ResourceSnapshot } from '../resource/machine.ts'
import { isRead, nothingRead, onReading } from '../resource/reading.ts'
import { request } from './requests.ts'
import { type InstanceContext, instanceSetup } from './setup.ts'

interface Seen {
  readonly context: InstanceContext
  readonly event: { readonly snapshot: ResourceSnapshot<Instance | null> }
}

const isReadWithoutData = ({ context, event: { snapshot } }: Seen) =>
  isRead(context.reading, snapshot) && snapshot.context.data === null

/** The environment of one challenge. */
export const instanceMachine = instanceSetup.createMachine({
  id: 'instance',
  context: ({ input }) => ({
    input,
    facts: input.facts,
    stats: input.stats,
    canBeStarted: undefined,
    reading: nothingRead,
    changeFailure: null,
  }),
  type: 'parallel',
  invoke: {
    src: 'instance',
    id: 'instance',
    input: ({ context: { input } }) => ({
      clock: input.clock,
      random: input.random,
      interval: POLL_INTERVAL,
      startsActive: false,
      subject: input.challenge,
    }),
    onSnapshot: [
      {
        // Outside of play time the server answers nothing. The last data stays.
        guard: isReadWithoutData,
        actions: [
          assign({ reading: ({ context }) => ({ ...context.reading, isFetching: false }) }),
          'raiseFailed',
        ],
      },
      ...onReading<Instance | null>(),
    ],
  },
  on: {
    'detail.changed': { actions: { type: 'keepDetail', params: ({ event }) => event.detail } },
    'facts.changed': { actions: { type: 'keepFacts', params: ({ event }) => event.facts } },
    'stats.changed': { actions: { type: 'keepStats', params: ({ event }) => event.stats } },
    'instance.stale': { actions: 'readNews' },
  },
  states: {
    instance: {
      initial: 'unknown',
      states: {
        deciding: {
          id: 'deciding',
          always: [
            { guard: 'isNotRunning', target: 'notRunning' },
            { guard: 'isStarting', target: 'starting' },
            { guard: 'isRunning', target: 'running' },
            { target: 'stopping' },
          ],
        },
        unknown: { on: { 'read.succeeded': 'deciding' } },
        notRunning: {
          initial: 'idle',
          on: {
            'read.succeeded': {
              guard: not('isNotRunning'),
              target: 'deciding',
              actions: 'forgetFailure',
            },
          },
          states: {
            idle: { on: { 'instance.start': { guard: 'canStart', target: 'requesting' } } },
            limitReached: {
              id: 'limitReached',
              on: {
                'instance.start': { guard: 'canStart', target: 'requesting' },
                'stats.changed': {
                  target: 'idle',
                  actions: { type: 'keepStats', params: ({ event }) => event.stats },
                },
              },
            },
            // The start was accepted, but nothing runs. The data may say why.
            startFailed: {
              id: 'startFailed',
              on: { 'instance.start': { guard: 'canStart', target: 'requesting' } },
            },
            requesting: request('sendingStart'),
          },
        },
        starting: {
          initial: 'idle',
          on: {
            'read.succeeded': [
              { guard: 'isNotRunning', target: '#startFailed', actions: 'forgetFailure' },
              { guard: not('isStarting'), target: 'deciding', actions: 'forgetFailure' },
            ],
          },
          states: {
            idle: { on: { 'instance.abort': 'aborting' } },
            aborting: request('sendingAbort'),
          },
        },
        running: {
          initial: 'idle',
          on: {
            'read.succeeded': {
              guard: not('isRunning'),
              target: 'deciding',
              actions: 'forgetFailure',
            },
          },
          states: {
            idle: { on: { 'instance.extend': 'extending', 'instance.stop': 'requestingStop' } },
            // The last extension was refused. For a moment the page says so.
            refused: {
              id: 'refused',
              on: { 'instance.extend': 'extending', 'instance.stop': 'requestingStop' },
              after: { refusalTime: 'idle' },
            },
            extending: request('sendingExtension'),
            requestingStop: request('sendingStop'),
          },
        },
        stopping: { on: { 'read.succeeded': 'deciding' } },
      },
    },
    // Nothing is read while a change is sent: an answer from before it would overwrite its result.
    reading: {
      initial: 'here',
      on: {
        'page.left': '.away',
        'page.entered': '.here',
        'detail.changed': {
          guard: { type: 'hasNoEnvironment', params: ({ event }) => event.detail },
          target: '.needless',
          actions: { type: 'keepDetail', params: ({ event }) => event.detail },
        },
      },
      states: {
        here: {
          initial: 'silent',
          states: {
            silent: { always: { guard: not('isChanging'), target: 'current' } },
            current: {
              entry: 'beginReading',
              exit: 'endReading',
              always: { guard: 'isChanging', target: 'silent' },
              on: { 'instance.retry': { actions: 'readAgain' } },
            },
          },
        },
        away: {},
        needless: {
          on: {
            'page.left': {},
            'page.entered': {},
            'detail.changed': {
              guard: { type: 'hasEnvironment', params: ({ event }) => event.detail },
              target: 'here',
              actions: { type: 'keepDetail', params: ({ event }) => event.detail },
            },
          },
        },
      },
    },
  },
})
