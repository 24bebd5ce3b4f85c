import { SLOW_INTERVAL } from '../constants.ts'
import { resourceInput } from './policy.ts'
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
      input: ({ context }) => resourceInput(context, Number.POSITIVE_INFINITY, false),
    },
    {
      src: 'publicScoreboard',
      id: 'publicScoreboard',
      input: ({ context }) => resourceInput(context, SLOW_INTERVAL, false),
    },
  ],
})
