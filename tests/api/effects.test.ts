import { expect, test } from 'vitest'
import { createActor, setup } from 'xstate'
import { createEffects } from '../../src/api/client/effects.ts'
import { unconfigured } from '../../src/api/config.ts'
import { networkMachine } from '../../src/machines/network/machine.ts'

const page = setup({ actors: { network: networkMachine } }).createMachine({
  invoke: { src: 'network', systemId: 'network' },
})

test('all requests of a page have one client, and so one queue', () => {
  const { clientIn } = createEffects(unconfigured, { now: () => 0 })
  const [first, second] = [createActor(page).start(), createActor(page).start()]
  expect(clientIn(first.system)).toBe(clientIn(first.system))
  expect(clientIn(first.system)).not.toBe(clientIn(second.system))
})
