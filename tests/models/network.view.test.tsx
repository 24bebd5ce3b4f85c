import { expect, test } from 'vitest'
import { NetworkDialog } from '../../src/ui/dialogs/network-dialog.tsx'
import { nothing } from './form-actions.ts'
import { networkModel } from './network.model.ts'
import { expectedStates } from './shown/expectations.ts'
import { networkStates } from './shown/network.ts'
import { walk } from './views.tsx'

test('the network dialog shows every state of the network', async () => {
  const seen = await walk(networkModel, networkStates, nothing, subject => ({
    page: <NetworkDialog />,
    children: { session: subject.actor, network: subject.actor },
  }))
  expect([...seen].sort()).toEqual(expectedStates(networkStates).sort())
})
