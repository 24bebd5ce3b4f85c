import { networkMachine } from '../../src/machines/network/machine.ts'
import { paletteMachine } from '../../src/machines/palette/machine.ts'
import { paletteBehaviour } from './behaviours/shell/palette.ts'
import type { World } from './harness/world.ts'
import { defineModel } from './harness.ts'

const network = (value: 'online' | { offline: 'waiting' }) => ({
  getSnapshot: () =>
    networkMachine.resolveState({ value, context: { queue: [], failed: [], probe: 0 } }),
})
const input =
  (value: Parameters<typeof network>[0]) =>
  ({ parent }: World) => ({ parent, network: network(value) })

export const paletteModel = defineModel<typeof paletteMachine>({
  machine: paletteMachine,
  inputs: [input('online'), input({ offline: 'waiting' })],
  events: {
    'palette.open': [{ type: 'palette.open' }],
    'palette.close': [{ type: 'palette.close' }],
    'palette.typed': [{ type: 'palette.typed', query: 'web' }],
    'palette.moved': [{ type: 'palette.moved', to: '/scoreboard' }],
    'palette.chosen': [{ type: 'palette.chosen', path: '/scoreboard' }],
    'shortcut.pressed': { from: 'shortcut', events: [{ type: 'shortcut.pressed' }] },
  },
  actors: { shortcut: 'callback' },
  behaviour: paletteBehaviour,
})
