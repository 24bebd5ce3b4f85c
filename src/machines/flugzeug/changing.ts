import { assign } from 'xstate'
import { flugzeugSetup, tellingFailure } from './setup.ts'

/** The end of a change: what it did is looked up before its button is free again. */
const settling = flugzeugSetup.createStateConfig({
  on: {
    'read.succeeded': [
      { guard: 'isOpen', target: '#known' },
      { target: '#idle', actions: 'dropFrame' },
    ],
    'read.failed': '#idle',
  },
})

type Change = 'createFlugzeug' | 'startFlugzeug' | 'stopFlugzeug' | 'resetFlugzeug'

const change = (id: string, src: Change) =>
  flugzeugSetup.createStateConfig({
    id,
    initial: 'requesting',
    states: {
      requesting: {
        invoke: {
          src,
          onDone: 'settling',
          onError: {
            target: 'settling',
            actions: assign(({ event }) => ({ actionFailure: tellingFailure(event.error) })),
          },
        },
      },
      settling,
    },
  })

/** A change in flight. Leaving the page cancels reads, never a change. */
export const changing = flugzeugSetup.createStateConfig({
  tags: 'changing',
  entry: 'forgetActionFailure',
  initial: 'creating',
  states: {
    creating: change('creating', 'createFlugzeug'),
    starting: change('starting', 'startFlugzeug'),
    stopping: change('stopping', 'stopFlugzeug'),
    resetting: change('resetting', 'resetFlugzeug'),
    prolonging: {
      id: 'prolonging',
      initial: 'requesting',
      states: {
        requesting: {
          invoke: {
            src: 'prolongFlugzeug',
            onDone: [
              { guard: ({ event }) => event.output.ok, target: 'settling' },
              { guard: ({ event }) => event.output.retried, target: 'checking' },
              { target: 'shaking' },
            ],
            onError: {
              target: 'settling',
              actions: assign(({ event }) => ({ actionFailure: tellingFailure(event.error) })),
            },
          },
        },
        // An earlier sending may have extended it, and a second extension is refused.
        checking: {
          on: {
            'read.succeeded': [{ guard: 'isExtended', target: 'settled' }, { target: 'shaking' }],
            'read.failed': 'shaking',
          },
        },
        shaking: { entry: 'keepRefusal', after: { shakeTime: 'settled' } },
        settled: {
          always: [
            { guard: 'isCurrent', target: '#known' },
            { target: '#idle', actions: 'dropFrame' },
          ],
        },
        settling,
      },
    },
  },
})
