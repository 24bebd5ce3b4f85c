import { dialogsMachine } from '../machines/dialogs/machine.ts'
import { vpnMachine } from '../machines/vpn/machine.ts'
import type { Tools } from './tools.ts'

export const wireDialogs = (tools: Tools) =>
  dialogsMachine.provide({ actors: { vpn: wireVpn(tools) } })

const wireVpn = ({ read, device }: Tools) =>
  vpnMachine.provide({
    actors: {
      saveConfig: device.saveConfig,
      fetchConfig: read((client, signal) =>
        client('getVpnConfig', {
          signal,
          expect: ['NO_ACCOUNT', 'NO_SCORE_GROUP_SELECTED', 'TIME_RESTRICTED', 'NOT_FOUND'],
        }),
      ),
    },
  })
