import { type Ended, hasFailed, wasRefusedAs, whyFailed } from '../change.ts'
import { flugzeugSetup } from './setup.ts'

type SimpleChange = 'createFlugzeug' | 'startFlugzeug' | 'stopFlugzeug' | 'resetFlugzeug'

/** The result of a change is read before its button is enabled again. */
const settling = flugzeugSetup.createStateConfig({
  on: {
    'read.succeeded': [
      { guard: 'isOpen', target: '#known' },
      { target: '#idle', actions: 'dropFrame' },
    ],
    'read.failed': '#idle',
  },
})

const failed = {
  guard: hasFailed,
  target: 'settling',
  // TypeScript does not infer the event from the union of the changes.
  actions: { type: 'keepFailure', params: ({ event }: Ended) => whyFailed(event.output) },
} as const

const request = (id: string, src: SimpleChange) =>
  flugzeugSetup.createStateConfig({
    id,
    initial: 'sending',
    states: {
      sending: {
        invoke: {
          src,
          input: ({ context }) => ({ before: context.reading.data ?? null }),
          onDone: [failed, { target: 'settling' }],
        },
      },
      settling,
    },
  })

/** A change in flight. When the page is left, reads are cancelled, and changes are not. */
export const changing = flugzeugSetup.createStateConfig({
  tags: 'changing',
  entry: 'forgetFailure',
  initial: 'creating',
  states: {
    creating: request('creating', 'createFlugzeug'),
    starting: request('starting', 'startFlugzeug'),
    stopping: request('stopping', 'stopFlugzeug'),
    resetting: request('resetting', 'resetFlugzeug'),
    extending: {
      id: 'extending',
      initial: 'sending',
      states: {
        sending: {
          invoke: {
            src: 'extendFlugzeug',
            input: ({ context }) => ({ before: context.reading.data ?? null }),
            onDone: [
              { guard: wasRefusedAs('CANNOT_PROLONG_FLUGZEUG'), target: 'refused' },
              failed,
              { target: 'settling' },
            ],
          },
        },
        // The page shows the refusal, unless it was left meanwhile.
        refused: { always: [{ guard: 'isCurrent', target: '#refused' }, { target: 'settling' }] },
        settling,
      },
    },
  },
})
