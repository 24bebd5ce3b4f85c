import type { vpnMachine } from '../../../src/machines/vpn/machine.ts'
import { controls } from '../../properties/controls.ts'
import type { FormActions } from '../form-actions.ts'
import type { Expectations } from './expectations.ts'

export const vpnActions: FormActions<typeof vpnMachine> = {
  page: { name: 'home' },
  controls: controls.vpn,
  byUser: {
    'vpn.download': user => user.press('guidon.conf'),
    'vpn.showCode': user => user.press('QR code for a phone'),
    'vpn.hideCode': user => user.press('Hide the QR code'),
  },
}

const file = 'guidon.conf'
const busy = ['[guidon.conf...]', '[QR code for a phone...]']

export const vpnStates: Expectations<typeof vpnMachine> = {
  'resting.idle': [file, '!was downloaded', '!could not be'],
  'resting.saved': [file, 'The configuration was downloaded.'],
  'resting.refused': [file, 'You need an account in this event to use the VPN.'],
  'resting.failed': [file, 'The configuration could not be downloaded.'],
  fetchingFile: busy,
  // A browser saves a file at once.
  saving: [file],
  fetchingCode: busy,
  showingCode: [file, '[Hide the QR code]'],
}
