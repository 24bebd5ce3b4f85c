import { expect, test } from 'vitest'
import { FlagPanel } from '../../src/ui/challenge/flag/flag-panel.tsx'
import { ChallengeProvider } from '../../src/ui/challenge/use-challenge.ts'
import { challengeNeighbours, signedInNeighbours } from './neighbours.ts'
import { expectedStates } from './shown/expectations.ts'
import { submissionActions, submissionStates } from './shown/submission.ts'
import { submissionModel } from './submission.model.ts'
import { walk } from './views.tsx'

test('the flag field shows every state of the submission', async () => {
  const seen = await walk(submissionModel, submissionStates, submissionActions, subject => ({
    page: (
      <ChallengeProvider value={challengeNeighbours({ submission: subject.actor as never })}>
        <FlagPanel />
      </ChallengeProvider>
    ),
    children: signedInNeighbours(subject),
  }))
  expect([...seen].sort()).toEqual(expectedStates(submissionStates).sort())
})
