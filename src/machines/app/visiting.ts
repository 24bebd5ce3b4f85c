import { ONCE, SLOW_INTERVAL } from '../constants.ts'
import { reads } from './inputs.ts'
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
    reads('eventDetails', ONCE),
    reads('publicScoreboard', SLOW_INTERVAL),
  ],
})
