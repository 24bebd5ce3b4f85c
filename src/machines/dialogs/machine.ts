import { setup } from 'xstate'
import { vpnMachine } from '../vpn/machine.ts'
import type { DialogName, DialogsEvent } from './events.ts'

/** At most one dialog is open. */
export const dialogsMachine = setup({
  types: {
    events: {} as DialogsEvent,
    children: {} as { vpn: 'vpn' },
  },
  actors: { vpn: vpnMachine },
  guards: {
    isFor: ({ event }, { dialog }: { dialog: DialogName }) =>
      event.type === 'dialog.open' && event.dialog === dialog,
  },
}).createMachine({
  id: 'dialogs',
  initial: 'closed',
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
