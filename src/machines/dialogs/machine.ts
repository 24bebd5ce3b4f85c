import { sendTo, setup } from 'xstate'
import { unprovidedMachine } from '../unprovided.ts'
import type { vpnMachine } from '../vpn/machine.ts'
import type { DialogName, DialogsEvent } from './events.ts'

/** At most one dialog is open. */
export const dialogsMachine = setup({
  types: {
    events: {} as DialogsEvent,
    children: {} as { vpn: 'vpn' },
  },
  actors: { vpn: unprovidedMachine<typeof vpnMachine>('vpn') },
  actions: { loadVpn: sendTo('vpn', { type: 'machine.load' }) },
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
      { guard: { type: 'isFor', params: { dialog: 'terms' } }, target: '.terms' },
      { target: '.debug' },
    ],
  },
  states: {
    closed: {},
    vpn: {
      entry: 'loadVpn',
      invoke: { src: 'vpn', id: 'vpn' },
      on: { 'dialog.close': 'closed' },
    },
    discord: { on: { 'dialog.close': 'closed' } },
    terms: { on: { 'dialog.close': 'closed' } },
    debug: { on: { 'dialog.close': 'closed' } },
  },
})
