import { vpnMachine } from '../../src/machines/vpn/machine.ts'
import { vpnBehaviour } from './behaviours/vpn.ts'
import { defineModel } from './harness.ts'

export const vpnModel = defineModel<typeof vpnMachine>({
  machine: vpnMachine,
  inputs: [() => undefined],
  events: {
    'vpn.download': [{ type: 'vpn.download' }],
    'vpn.showCode': [{ type: 'vpn.showCode' }],
    'vpn.hideCode': [{ type: 'vpn.hideCode' }],
  },
  actors: {
    fetchConfig: {
      done: [
        { ok: true, data: '[Interface]', retried: false },
        { ok: false, code: 'NO_ACCOUNT', retried: false, retryAfter: null },
      ],
    },
    saveConfig: { done: [undefined] },
  },
  names: {
    fetchConfig: ['configuration comes', 'no account yet'],
    saveConfig: ['saved'],
  },
  behaviour: vpnBehaviour,
})
