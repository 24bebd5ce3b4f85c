import { type ActorRefFrom, assign, not } from 'xstate'
import { failureOf } from '../answer.ts'
import { reading } from './reading.ts'
import { instanceSetup } from './setup.ts'

/** Aborting a start and stopping are the same call. */
const stopRequest = (id: string) =>
  instanceSetup.createStateConfig({
    initial: 'sending',
    entry: 'forgetFailure',
    states: {
      sending: {
        id,
        tags: 'changing',
        invoke: {
          src: 'stopInstance',
          input: ({ context }) => context.input.challenge,
          onDone: { target: 'confirming', actions: 'tellParent' },
          onError: {
            target: '#deciding',
            actions: [
              assign(({ event }) => ({ actionFailure: failureOf(event.error) })),
              'tellParent',
            ],
          },
        },
      },
      confirming: { on: { 'read.succeeded': '#deciding', 'read.failed': '#deciding' } },
    },
  })

/**
 * The environment of one challenge. One half of it acts, the other one reads; while a change is
 * under way nothing is read, since an answer from before it would overwrite what it did.
 */
export const instanceMachine = instanceSetup.createMachine({
  id: 'instance',
  context: ({ input }) => ({
    input,
    stats: input.stats,
    isStartAllowed: false,
    instance: null,
    updatedAt: null,
    readFailure: null,
    actionFailure: null,
  }),
  type: 'parallel',
  on: { 'detail.changed': { actions: 'keepDetail' }, 'stats.changed': { actions: 'keepStats' } },
  states: {
    environment: {
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
                'stats.changed': { target: 'idle', actions: 'keepStats' },
              },
            },
            requesting: {
              initial: 'sending',
              entry: 'forgetFailure',
              states: {
                sending: {
                  id: 'startSent',
                  tags: 'changing',
                  invoke: {
                    src: 'startInstance',
                    input: ({ context }) => context.input.challenge,
                    onDone: [
                      {
                        guard: ({ event }) => event.output.ok,
                        target: 'confirming',
                        actions: 'tellParent',
                      },
                      {
                        guard: ({ event }) => event.output.retried,
                        target: 'checking',
                        actions: 'tellParent',
                      },
                      { target: '#limitReached', actions: 'tellParent' },
                    ],
                    onError: {
                      target: '#deciding',
                      actions: [
                        assign(({ event }) => ({ actionFailure: failureOf(event.error) })),
                        'tellParent',
                      ],
                    },
                  },
                },
                confirming: { on: { 'read.succeeded': '#deciding', 'read.failed': '#deciding' } },
                // An earlier sending may have started it, and filled the last place itself.
                checking: {
                  on: {
                    'read.succeeded': [
                      { guard: 'isNotRunning', target: '#limitReached' },
                      { target: '#deciding' },
                    ],
                    'read.failed': '#limitReached',
                  },
                },
              },
            },
          },
        },
        starting: {
          initial: 'idle',
          on: {
            'read.succeeded': {
              guard: not('isStarting'),
              target: 'deciding',
              actions: 'forgetFailure',
            },
          },
          states: {
            idle: { on: { 'instance.abort': 'aborting' } },
            aborting: stopRequest('abortSent'),
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
            idle: { on: { 'instance.extend': 'extending', 'instance.stop': 'stopping' } },
            // The extension was refused: the button shakes, and a text says so.
            refused: {
              id: 'refused',
              on: { 'instance.extend': 'extending', 'instance.stop': 'stopping' },
              after: { refusalTime: 'idle' },
            },
            extending: {
              initial: 'sending',
              entry: 'forgetFailure',
              states: {
                sending: {
                  id: 'extensionSent',
                  tags: 'changing',
                  invoke: {
                    src: 'prolongInstance',
                    input: ({ context }) => context.input.challenge,
                    onDone: [
                      {
                        guard: ({ event }) => event.output.ok,
                        target: 'confirming',
                        actions: 'tellParent',
                      },
                      {
                        guard: ({ event }) => event.output.retried,
                        target: 'checking',
                        actions: 'tellParent',
                      },
                      { target: '#refused', actions: 'tellParent' },
                    ],
                    onError: {
                      target: '#deciding',
                      actions: [
                        assign(({ event }) => ({ actionFailure: failureOf(event.error) })),
                        'tellParent',
                      ],
                    },
                  },
                },
                confirming: { on: { 'read.succeeded': '#deciding', 'read.failed': '#deciding' } },
                // An earlier sending may have extended it, and a second extension is refused.
                checking: {
                  on: {
                    'read.succeeded': [
                      { guard: 'isToldNoExtension', target: '#refused' },
                      { target: '#deciding' },
                    ],
                    'read.failed': '#refused',
                  },
                },
              },
            },
            stopping: stopRequest('stopSent'),
          },
        },
        stopping: { on: { 'read.succeeded': 'deciding' } },
      },
    },
    reading,
  },
})

export type InstanceRef = ActorRefFrom<typeof instanceMachine>
