import { setup } from 'xstate'
import { copyMachine } from '../copy/machine.ts'
import { vpnMachine } from '../vpn/machine.ts'
import type { DialogName, DialogsEvent } from './events.ts'

/** At most one dialog is open. Holds what dialogs and pages share: the clipboard. */
export const dialogsMachine = setup({
  types: {
    events: {} as DialogsEvent,
    children: {} as { copy: 'copy'; vpn: 'vpn' },
  },
  actors: { copy: copyMachine, vpn: vpnMachine },
  guards: {
    isFor: ({ event }, { dialog }: { dialog: DialogName }) =>
      event.type === 'dialog.open' && event.dialog === dialog,
  },
}).createMachine({
  id: 'dialogs',
  initial: 'closed',
  invoke: { src: 'copy', id: 'copy' },
  on: {
    'dialog.open': [
      { guard: { type: 'isFor', params: { dialog: 'vpn' } }, target: '.vpn' },
      { guard: { type: 'isFor', params: { dialog: 'discord' } }, target: '.discord' },
      { target: '.debug' },
    ],
  },
  states: {
    closed: {},
    vpn: { invoke: { src: 'vpn', id: 'vpn' }, on: { 'dialog.close': 'closed' } },
    discord: { on: { 'dialog.close': 'closed' } },
    debug: { on: { 'dialog.close': 'closed' } },
  },
})
