import { type ActorRefFrom, not } from 'xstate'
import { reading } from './reading.ts'
import { confirming, confirmingStart, refusableRequest, stopRequest } from './requests.ts'
import { instanceSetup } from './setup.ts'

/**
 * The environment of one challenge. One half of it acts, the other one reads; while a change is
 * under way nothing is read, since an answer from before it would overwrite what it did.
 */
export const instanceMachine = instanceSetup.createMachine({
  id: 'instance',
  context: ({ input }) => ({
    input,
    stats: input.stats,
    isStartAllowed: null,
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
            // It was to start, and is found not to run: nobody says why, so the user is told that.
            startFailed: {
              id: 'startFailed',
              on: { 'instance.start': { guard: 'canStart', target: 'requesting' } },
            },
            // An earlier sending may have started it, and filled the last place itself.
            requesting: refusableRequest('startSent', {
              src: 'startInstance',
              refused: '#limitReached',
              confirming: confirmingStart,
              hadNoEffect: 'isNotRunning',
            }),
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
            // An earlier sending may have extended it, and a second extension is refused.
            extending: refusableRequest('extensionSent', {
              src: 'prolongInstance',
              refused: '#refused',
              confirming,
              hadNoEffect: 'isToldNoExtension',
            }),
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
