import { expect, test } from 'vitest'
import type { Team } from '../../src/api/contract.ts'
import { createResource } from '../../src/machines/resource/machine.ts'
import { JoinPage } from '../../src/ui/join/join-page.tsx'
import { resourceSnapshot, team } from './data.ts'
import { invitationModel } from './invitation.model.ts'
import { signedInNeighbours } from './neighbours.ts'
import { expectedStates } from './shown/expectations.ts'
import { invitationActions, invitationStates } from './shown/invitation.ts'
import { still, walk } from './views.tsx'

test('the page of an invitation shows every state of its machine', async () => {
  const read = resourceSnapshot(createResource<Team>('team'), 'ready', { data: team })
  const seen = await walk(invitationModel, invitationStates, invitationActions, subject => ({
    page: <JoinPage />,
    children: signedInNeighbours(subject, { invitation: subject.actor, team: still(read) }),
  }))
  expect([...seen].sort()).toEqual(expectedStates(invitationStates).sort())
})
