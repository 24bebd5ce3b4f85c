import type { DialogName } from '../../../../src/machines/dialogs/events.ts'
import type { dialogsMachine } from '../../../../src/machines/dialogs/machine.ts'
import { openDialog, vpnOf } from '../../../../src/machines/dialogs/selectors.ts'
import { behaviourOf } from '../../harness/behaviour.ts'
import { ends, starts, tells } from '../../harness/sights.ts'

const begins = { open: null as DialogName | null }
type Known = typeof begins

export const dialogsBehaviour = behaviourOf<typeof dialogsMachine, Known>({
  begins,
  sentences: {
    'A dialog opens in place of the last one.': {
      on: 'dialog.open',
      see: ({ open }) => (open === 'vpn' ? [ends('vpn')] : []),
      learn: (_, { dialog }) => ({ open: dialog }),
    },
    'The one of the VPN has a machine of its own, which is loaded then.': {
      on: 'dialog.open',
      if: (_, { dialog }) => dialog === 'vpn',
      see: () => [starts('vpn'), tells('vpn', 'machine.load')],
    },
    'It closes.': {
      on: 'dialog.close',
      see: ({ open }) => (open === 'vpn' ? [ends('vpn')] : []),
      learn: () => ({ open: null }),
    },
  },
  shows: {
    'which dialog is open': [openDialog, ({ open }) => open],
    'the VPN only in its dialog': [
      snapshot => vpnOf(snapshot) !== undefined,
      ({ open }) => open === 'vpn',
    ],
  },
  offers: { 'dialog.close': ({ open }) => open !== null },
})
