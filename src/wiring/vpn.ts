import { saveConfig } from '../browser/save-config.ts'
import { vpnMachine } from '../machines/vpn/machine.ts'
import type { Tools } from './tools.ts'

export const wireVpn = ({ read, device }: Tools) =>
  vpnMachine.provide({
    actors: {
      saveConfig: device.saveConfig ?? saveConfig,
      fetchConfig: read((client, signal) =>
        client('getVpnConfig', {
          signal,
          expect: ['NO_ACCOUNT', 'NO_SCORE_GROUP_SELECTED', 'TIME_RESTRICTED', 'NOT_FOUND'],
        }),
      ),
    },
  })
