import type { StatesOf } from '../../../tools/statechart/described.ts'
import type { dialogsMachine } from './machine.ts'

export const dialogsStates: StatesOf<typeof dialogsMachine> = {
  '(root)': 'At most one of the dialogs of the header is open.',
  closed: 'No dialog is open.',
  vpn: 'The VPN guide is open.',
  discord: 'The help on Discord is open.',
  terms: 'The terms are open.',
  debug: 'The ids for support are open.',
}
