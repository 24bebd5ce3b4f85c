import { expect, test } from 'vitest'
import { InstancePanel } from '../../src/ui/challenge/instance/instance-panel.tsx'
import { ChallengeProvider } from '../../src/ui/challenge/use-challenge.ts'
import { instanceModel } from './instance.model.ts'
import { challengeNeighbours, signedInNeighbours } from './neighbours.ts'
import { expectedStates } from './shown/expectations.ts'
import { instanceActions, instanceStates } from './shown/instance.ts'
import { walk } from './views.tsx'

test('the environment panel shows every state of the instance', async () => {
  const seen = await walk(instanceModel, instanceStates, instanceActions, subject => ({
    page: (
      <ChallengeProvider value={challengeNeighbours({ instance: subject.actor as never })}>
        <InstancePanel />
      </ChallengeProvider>
    ),
    children: signedInNeighbours(subject),
  }))
  expect([...seen].sort()).toEqual(expectedStates(instanceStates).sort())
}, 120_000)
