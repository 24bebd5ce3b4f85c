import { SLOW_INTERVAL } from '../constants.ts'
import { polled } from './policy.ts'
import { appSetup } from './setup.ts'

/** A visitor without a session is on a public page. */
export const visiting = appSetup.createStateConfig({
  id: 'visiting',
  invoke: [
    {
      src: 'event',
      id: 'event',
      input: ({ context }) => ({ clock: context.clock }),
      onSnapshot: { actions: 'wakeForVisitor' },
    },
    {
      src: 'eventDetails',
      id: 'eventDetails',
      input: ({ context }) => polled(context, Number.POSITIVE_INFINITY, false),
    },
    {
      src: 'publicScoreboard',
      id: 'publicScoreboard',
      input: ({ context }) => polled(context, SLOW_INTERVAL, false),
    },
  ],
})
