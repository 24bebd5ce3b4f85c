// @vitest-environment jsdom
import { expect, test } from 'vitest'
import type { submissionMachine } from '../../src/machines/submission/machine.ts'
import { FlagPanel } from '../../src/ui/challenge/flag/flag-panel.tsx'
import { ChallengeProvider } from '../../src/ui/challenge/use-challenge.ts'
import { controls } from '../properties/controls.ts'
import type { Handling } from './hands.ts'
import { submissionModel } from './submission.model.ts'
import { challengeAround, signedInAround } from './surroundings.ts'
import { type Expectations, expectedStates, walk } from './views.tsx'

const handling: Handling<typeof submissionMachine> = {
  page: { name: 'challenge', category: 'web', slug: 'cookies' },
  controls: controls.submission,
  doings: {
    'flag.typed': (hand, { draft }) => hand.type('Flag', draft),
    'flag.submit': hand => hand.press('Submit'),
    'score.changed': 'told',
    'draft.loaded': 'told',
  },
}

const states: Expectations<typeof submissionMachine> = {
  'open.idle': ['Submit', '!correct', '!wrong', '!before'],
  'open.accepted': ['Submit', 'The flag is correct!'],
  'open.rejected': ['Submit', 'This flag is wrong.'],
  'open.resubmitted': ['Submit', 'This flag was submitted before.'],
  'open.wait': ['Wait ', 'Too many attempts.'],
  'open.failed': ['Submit', 'Something went wrong on the server'],
  submitting: ['!correct', '!wrong', '!before'],
}

test('the flag field shows every state of the submission', async () => {
  const seen = await walk(submissionModel, states, handling, stage => ({
    page: (
      <ChallengeProvider value={challengeAround({ submission: stage.actor as never })}>
        <FlagPanel />
      </ChallengeProvider>
    ),
    children: signedInAround(stage),
  }))
  expect([...seen].sort()).toEqual(expectedStates(states).sort())
})
