import { assign, not, raise } from 'xstate'
import { failureOf } from '../answer.ts'
import { serverNow } from '../clock/machine.ts'
import { share } from '../resource/share.ts'
import { instanceSetup } from './setup.ts'

/** Asks for the state again and again, but not while a change is under way. */
export const reading = instanceSetup.createStateConfig({
  initial: 'here',
  on: {
    'page.left': '.away',
    'page.entered': '.here',
    'detail.changed': { guard: 'hasNothingToStart', target: '.needless', actions: 'keepDetail' },
  },
  states: {
    here: {
      initial: 'current',
      states: {
        current: {
          initial: 'fetching',
          always: { guard: 'isChanging', target: 'silent' },
          states: {
            fetching: {
              id: 'fetching',
              invoke: {
                src: 'fetchInstance',
                input: ({ context }) => context.input.challenge,
                onDone: [
                  {
                    guard: ({ event }) => event.output.ok,
                    target: 'waiting',
                    actions: [
                      raise(({ context }) => ({
                        type: 'read.succeeded',
                        before: context.instance,
                      })),
                      assign(({ context, event }) => ({
                        ...(event.output.ok && {
                          instance: share(context.instance ?? undefined, event.output.data),
                        }),
                        updatedAt: serverNow(context.input.clock),
                        readFailure: null,
                      })),
                    ],
                  },
                  // Out of the event's time: nothing to tell, and nothing to show instead.
                  { target: 'waiting', actions: raise({ type: 'read.failed' }) },
                ],
                onError: {
                  target: 'waiting',
                  actions: [
                    assign(({ event }) => ({ readFailure: failureOf(event.error) })),
                    raise({ type: 'read.failed' }),
                  ],
                },
              },
            },
            waiting: {
              initial: 'visible',
              invoke: { src: 'visibility' },
              on: { 'instance.retry': 'fetching' },
              states: {
                visible: { on: { 'page.hidden': 'hidden' }, after: { interval: '#fetching' } },
                hidden: { on: { 'page.shown': '#fetching' } },
              },
            },
          },
        },
        silent: { always: { guard: not('isChanging'), target: 'current' } },
      },
    },
    away: {},
    needless: {
      on: {
        'page.left': {},
        'page.entered': {},
        'detail.changed': {
          guard: not('hasNothingToStart'),
          target: 'here',
          actions: 'keepDetail',
        },
      },
    },
  },
})
