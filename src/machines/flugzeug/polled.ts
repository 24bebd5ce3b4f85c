import { assign } from 'xstate'
import { failureOf } from '../answer.ts'
import { flugzeugSetup } from './setup.ts'

/** A known state of the machine, asked for again and again while the page is looked at. */
export const polled = flugzeugSetup.createStateConfig({
  initial: 'visible',
  states: {
    visible: {
      invoke: { src: 'visibility' },
      on: { 'page.hidden': 'hidden' },
      after: { pollInterval: 'refreshing' },
    },
    hidden: {
      invoke: { src: 'visibility' },
      on: { 'page.shown': 'refreshing' },
    },
    refreshing: {
      invoke: {
        src: 'fetchFlugzeug',
        onDone: {
          target: '#known',
          actions: [{ type: 'keep', params: ({ event }) => event.output }, 'tellRead'],
        },
        onError: {
          target: 'visible',
          actions: assign(({ event }) => ({ readFailure: failureOf(event.error) })),
        },
      },
    },
  },
})
