import { expect, test } from 'vitest'
import { JoinPage } from '../../src/ui/join/join-page.tsx'
import { invitationModel } from './invitation.model.ts'
import { signedInNeighbours } from './neighbours.ts'
import { expectedStates } from './shown/expectations.ts'
import { invitationActions, invitationStates } from './shown/invitation.ts'
import { walk } from './views.tsx'

test('the page of an invitation shows every state of its machine', async () => {
  const seen = await walk(invitationModel, invitationStates, invitationActions, subject => ({
    page: <JoinPage />,
    children: signedInNeighbours(subject, { invitation: subject.actor }),
  }))
  expect([...seen].sort()).toEqual(expectedStates(invitationStates).sort())
})
