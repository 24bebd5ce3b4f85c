import type { StatesOf } from '../../../tools/statechart/described.ts'
import type { vpnMachine } from './machine.ts'

export const vpnStates: StatesOf<typeof vpnMachine> = {
  '(root)': 'Brings the WireGuard configuration to a device, while the VPN dialog is open.',
  resting: 'Nothing is under way. No key is kept.',
  'resting.idle': 'Nothing was asked for yet.',
  'resting.saved': 'The file was saved.',
  'resting.refused': 'The server has no configuration for this account, and the dialog says why.',
  'resting.failed': 'It could not be fetched or saved, and the dialog says why.',
  fetchingFile: 'The configuration is fetched for a file.',
  saving: 'The file is being saved.',
  fetchingCode: 'The configuration is fetched for a QR code.',
  showingCode: 'The QR code is shown.',
}
