import type { ImageFailure } from '../../../../src/machines/desktop-paste/events.ts'
import type { desktopPasteMachine } from '../../../../src/machines/desktop-paste/machine.ts'
import {
  hasArrived,
  isSending,
  pasteFailure,
} from '../../../../src/machines/desktop-paste/selectors.ts'
import { behaviourOf, oneAtATime } from '../../harness/behaviour.ts'
import { asks } from '../../harness/sights.ts'

const begins = {
  step: 'idle' as 'idle' | 'sending' | 'arrived' | 'failed',
  failure: null as ImageFailure | null,
  endsAt: null as number | null,
  /** Whether an image is kept. */
  isKept: false,
}
type Known = typeof begins

const CONFIRMATION = 5_000

export const desktopPasteBehaviour = behaviourOf<typeof desktopPasteMachine, Known>({
  begins,
  sentences: {
    'An image that is pasted is sent, unless one is on its way.': {
      on: 'image.pasted',
      if: ({ step }) => step !== 'sending',
      see: (_, { image }) => [asks('sendImage', image)],
      learn: () => ({ step: 'sending', failure: null, endsAt: null, isKept: true }),
    },
    'The page says for 5 s that it has arrived, or why it has not.': {
      on: 'sendImage answers',
      learn: (_, answer, now) =>
        answer.ok
          ? { step: 'arrived', endsAt: now + CONFIRMATION, isKept: false }
          : { step: 'failed', failure: answer.failure, isKept: false },
    },
    'A lost connection is reported, too.': {
      on: 'sendImage fails',
      learn: () => ({ step: 'failed', failure: 'lost', isKept: false }),
    },
    'Then it rests.': {
      on: 'time',
      due: ({ endsAt }) => endsAt,
      learn: () => ({ step: 'idle', endsAt: null }),
    },
    'What went wrong is shown until the user closes it.': {
      on: 'failure.closed',
      if: ({ step }) => step === 'failed',
      learn: () => ({ step: 'idle' }),
    },
  },
  shows: {
    'that an image is on its way': [isSending, ({ step }) => step === 'sending'],
    'that it has arrived': [hasArrived, ({ step }) => step === 'arrived'],
    'why it has not': [pasteFailure, ({ step, failure }) => (step === 'failed' ? failure : null)],
    'no image that is not on its way': [
      ({ context }) => context.image !== null,
      ({ isKept }) => isKept,
    ],
  },
  always: { 'One image at a time is sent.': oneAtATime(['sendImage']) },
})
