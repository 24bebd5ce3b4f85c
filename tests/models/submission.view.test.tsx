// @vitest-environment jsdom
import { expect, test } from 'vitest'
import type { submissionMachine } from '../../src/machines/submission/machine.ts'
import { FlagPanel } from '../../src/ui/challenge/flag/flag-panel.tsx'
import { ChallengeProvider } from '../../src/ui/challenge/use-challenge.ts'
import { controls } from '../properties/controls.ts'
import type { FormActions } from './form-actions.ts'
import { challengeNeighbours, signedInNeighbours } from './neighbours.ts'
import { submissionModel } from './submission.model.ts'
import { type Expectations, expectedStates, walk } from './views.tsx'

const actions: FormActions<typeof submissionMachine> = {
  page: { name: 'challenge', categorySlug: 'web', challengeSlug: 'cookies' },
  controls: controls.submission,
  byUser: {
    'flag.typed': (user, { draft }) => user.type('Flag', draft),
    'flag.submit': user => user.press('Submit'),
    'score.changed': 'from app',
    'draft.loaded': 'from app',
  },
}

const states: Expectations<typeof submissionMachine> = {
  'open.idle': ['Submit', '!correct', '!wrong', '!before'],
  'open.accepted': ['Submit', 'The flag is correct!'],
  'open.rejected': ['Submit', 'This flag is wrong.'],
  'open.resubmitted': ['Submit', 'This flag was already submitted.'],
  'open.wait': ['Wait ', 'Too many attempts.'],
  'open.failed': ['Submit', 'Something went wrong on the server'],
  submitting: ['!correct', '!wrong', '!before'],
}

test('the flag field shows every state of the submission', async () => {
  const seen = await walk(submissionModel, states, actions, subject => ({
    page: (
      <ChallengeProvider value={challengeNeighbours({ submission: subject.actor as never })}>
        <FlagPanel />
      </ChallengeProvider>
    ),
    children: signedInNeighbours(subject),
  }))
  expect([...seen].sort()).toEqual(expectedStates(states).sort())
})
