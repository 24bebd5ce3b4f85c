// @vitest-environment jsdom
import { expect, test } from 'vitest'
import type { networkMachine } from '../../src/machines/network/machine.ts'
import { NetworkDialog } from '../../src/ui/dialogs/network-dialog.tsx'
import { nothing } from './form-actions.ts'
import { networkModel } from './network.model.ts'
import { type Expectations, expectedStates } from './shown/expectations.ts'
import { walk } from './views.tsx'

const offline = ['Network connectivity issues', 'Please check your internet connection.', 'retried']

const states: Expectations<typeof networkMachine> = {
  online: ['!Network connectivity issues'],
  'offline.pausing': offline,
  'offline.probing': offline,
}

test('the network dialog shows every state of the network', async () => {
  const seen = await walk(networkModel, states, nothing, subject => ({
    page: <NetworkDialog />,
    children: { session: subject.actor, network: subject.actor },
  }))
  expect([...seen].sort()).toEqual(expectedStates(states).sort())
})
