import { dialogsMachine } from '../../src/machines/dialogs/machine.ts'
import { vpnMachine } from '../../src/machines/vpn/machine.ts'
import { dialogsBehaviour } from './behaviours/shell/dialogs.ts'
import { defineModel } from './harness.ts'

export const dialogsModel = defineModel<typeof dialogsMachine>({
  machine: dialogsMachine,
  inputs: [() => undefined],
  events: {
    'dialog.open': [
      { type: 'dialog.open', dialog: 'vpn' },
      { type: 'dialog.open', dialog: 'discord' },
      { type: 'dialog.open', dialog: 'terms' },
      { type: 'dialog.open', dialog: 'debug' },
    ],
    'dialog.close': [{ type: 'dialog.close' }],
  },
  actors: {
    vpn: {
      snapshots: [
        vpnMachine.resolveState({
          value: { resting: 'idle' },
          context: { config: '', refusal: null, failure: null },
        }),
      ],
    },
  },
  behaviour: dialogsBehaviour,
})
