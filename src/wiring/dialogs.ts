import { dialogsMachine } from '../machines/dialogs/machine.ts'
import { onDemand } from '../machines/on-demand.ts'
import { parts } from './parts.ts'
import type { Tools } from './tools.ts'

export const wireDialogs = (tools: Tools) =>
  dialogsMachine.provide({
    actors: { vpn: onDemand(parts.vpn, ({ wireVpn }) => wireVpn(tools)) },
  })
