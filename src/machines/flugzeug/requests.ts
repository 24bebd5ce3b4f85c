import { failureIn, hasFailed, type Outcome, wasRefusedAs } from '../change.ts'
import { flugzeugSetup } from './setup.ts'

/** The end of any of the changes. TypeScript does not infer it from their union. */
interface Ended {
  readonly event: { readonly output: Outcome }
}

type Order = 'createFlugzeug' | 'startFlugzeug' | 'stopFlugzeug' | 'resetFlugzeug'

/** Its result is read before its button is enabled again. */
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
  actions: { type: 'keepFailure', params: ({ event }: Ended) => failureIn(event.output) },
} as const

const order = (id: string, src: Order) =>
  flugzeugSetup.createStateConfig({
    id,
    initial: 'requesting',
    states: {
      requesting: {
        invoke: {
          src,
          input: ({ context }) => ({ before: context.reading.data ?? null }),
          onDone: [failed, { target: 'settling' }],
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
    creating: order('creating', 'createFlugzeug'),
    starting: order('starting', 'startFlugzeug'),
    stopping: order('stopping', 'stopFlugzeug'),
    resetting: order('resetting', 'resetFlugzeug'),
    prolonging: {
      id: 'prolonging',
      initial: 'requesting',
      states: {
        requesting: {
          invoke: {
            src: 'prolongFlugzeug',
            input: ({ context }) => ({ before: context.reading.data ?? null }),
            onDone: [
              { guard: wasRefusedAs('CANNOT_PROLONG_FLUGZEUG'), target: 'refused' },
              failed,
              { target: 'settling' },
            ],
          },
        },
        // If the page was left meanwhile, there is nobody to show it to.
        refused: { always: [{ guard: 'isCurrent', target: '#refused' }, { target: 'settling' }] },
        settling,
      },
    },
  },
})
