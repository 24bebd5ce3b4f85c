import type { Server } from 'node:net'
import type { Endpoint } from '../../../src/api/contract.ts'
import type { EnvironmentDefinition } from '../../event/model.ts'
import type { ControlGroup } from '../../runtime/control-groups.ts'
import type { EnvironmentSpec } from '../driver.ts'
import type { PortRange } from '../port-range.ts'
import { maxProcesses } from './limits.ts'
import { freePort, openPort, portOf } from './ports.ts'
import type { Relay } from './relay.ts'
import type { Sandbox } from './sandbox.ts'
import { variablesOf } from './variables.ts'

/** Only root may listen on ports below this one, and a service in a sandbox is not root. */
const firstUnprivilegedPort = 1024
/** What is added to such a port. */
const unprivilegedOffset = 10_000

/** @returns why only a container can run it; null: a process can */
export function unsupported({ kind, ports }: EnvironmentDefinition): string | null {
  if (kind !== 'process')
    return 'it has no command, but an image, a Dockerfile or a compose file: that needs Docker'
  const isUdp = ports.some(({ protocol }) => protocol === 'udp')
  return isUdp ? 'it has a UDP port: that needs Docker' : null
}

interface LaunchOptions {
  spec: EnvironmentSpec
  command: string[]
  relay: Relay
  sandbox: Sandbox
  /** The control group of the service. The relay is not in it. */
  group: ControlGroup | null
  host: string
  address: string
  range: PortRange | null
}

/**
 * Opens a port of `host` for each port of the environment, and has the relay run its service.
 *
 * @returns where the service will answer, at `address`, once the relay is ready
 */
export async function launch(options: LaunchOptions): Promise<Endpoint[]> {
  const { spec, command, relay, sandbox, group, host, address, range } = options
  const { definition, folder } = spec
  const opened: { inner: number; outer: Server; endpoint: Endpoint }[] = []
  try {
    const taken = new Set(definition.ports.map(({ port }) => port))
    for (const { port, protocol, title } of definition.ports) {
      const inner = await innerPort(port, taken, sandbox)
      const outer = await openPort(host, range)
      opened.push({ inner, outer, endpoint: { ip: address, port: portOf(outer), protocol, title } })
    }
    const inner = opened.map(one => one.inner)
    const sandboxed = await sandbox.within(folder, command, definition)
    await relay.run(new Map(opened.map(one => [one.inner, one.outer])), {
      command: group?.around(sandboxed.command) ?? sandboxed.command,
      inputs: sandboxed.inputs.map(input => input.toString('base64')),
      folder,
      variables: variablesOf(spec, inner, sandbox.path),
      sandboxed: sandbox.confines,
      memoryMb: definition.memoryMb,
      processes: maxProcesses,
    })
    return opened.map(one => one.endpoint)
  } finally {
    for (const { outer } of opened) outer.close()
  }
}

/**
 * @param taken ports that the service listens on. The one that stands for a port of root is added
 * @returns the port that the service listens on: the definition's, if the service has a network of its own
 */
function innerPort(port: number, taken: Set<number>, sandbox: Sandbox): number | Promise<number> {
  if (!sandbox.confines) return freePort('127.0.0.1')
  if (port >= firstUnprivilegedPort) return port
  let instead = port + unprivilegedOffset
  while (taken.has(instead)) instead += 1
  taken.add(instead)
  return instead
}
