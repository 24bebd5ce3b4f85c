import type { copyMachine } from '../../../../src/machines/copy/machine.ts'
import { hasCopyFailed, isCopied } from '../../../../src/machines/copy/selectors.ts'
import { behaviourOf, oneAtATime } from '../../harness/behaviour.ts'
import { asks, drops } from '../../harness/sights.ts'

const begins = {
  button: '',
  text: '',
  step: 'idle' as 'idle' | 'copying' | 'copied' | 'failed',
  endsAt: null as number | null,
}
type Known = typeof begins

const CONFIRMATION = 2_000
const ends = (step: 'copied' | 'failed') => (_known: Known, _answer: unknown, now: number) => ({
  step,
  text: '',
  endsAt: now + CONFIRMATION,
})
const buttons = ['user', 'token']

export const copyBehaviour = behaviourOf<typeof copyMachine, Known>({
  begins,
  sentences: {
    'The last button that was pressed copies its text.': {
      on: 'copy.requested',
      see: ({ step }, { text }) => [
        ...(step === 'copying' ? [drops('writeClipboard')] : []),
        asks('writeClipboard', { text }),
      ],
      learn: (_, { id, text }) => ({ button: id, text, step: 'copying', endsAt: null }),
    },
    'It confirms for 2 s, and the text is kept no longer.': {
      on: 'writeClipboard answers',
      learn: ends('copied'),
    },
    'A refusal of the browser is shown for as long.': {
      on: 'writeClipboard fails',
      learn: ends('failed'),
    },
    'Then it rests.': {
      on: 'time',
      due: ({ endsAt }) => endsAt,
      learn: () => ({ step: 'idle', endsAt: null }),
    },
  },
  shows: {
    'which button confirms': [
      snapshot => buttons.filter(id => isCopied(snapshot, id)),
      ({ step, button }) => (step === 'copied' ? [button] : []),
    ],
    'which button was refused': [
      snapshot => buttons.filter(id => hasCopyFailed(snapshot, id)),
      ({ step, button }) => (step === 'failed' ? [button] : []),
    ],
    'no text that was copied': [({ context }) => context.text, ({ text }) => text],
  },
  always: { 'One text at a time is copied.': oneAtATime(['writeClipboard']) },
})
