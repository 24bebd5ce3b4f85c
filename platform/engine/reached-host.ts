import { existsSync } from 'node:fs'
import type Docker from 'dockerode'
import { isEveryAddress, ownHost, withoutBrackets } from '../http/addresses.ts'

interface ReachedHostOptions {
  docker: Docker
  /** See `isOnThisHost`. */
  isBeside: boolean
  /** The address of the engine's host on which ports are opened. */
  host: string
  /** The address that participants see. */
  address: string
}

/** @returns the address at which this process reaches the published ports of an engine */
export function reachedHost({ docker, isBeside, host, address }: ReachedHostOptions): string {
  if (!isEveryAddress(host)) return host
  const remote = remoteHost(docker)
  if (remote) return remote
  if (!isBeside) return address
  // Docker would open it for IPv6 only.
  return host === '::' ? '::1' : ownHost(host)
}

/**
 * Whether the ports that an engine opens are ports of the host that this process sees. Rootless engines, and
 * those in a virtual machine, hide their bridges but forward their ports to the host. A container with the
 * engine's socket sees neither.
 *
 * @param bridge an interface of the engine's host
 */
export const isOnThisHost = (docker: Docker, bridge: string): boolean =>
  existsSync(`/sys/class/net/${bridge}`) ||
  (remoteHost(docker) === null &&
    !['/.dockerenv', '/run/.containerenv'].some(file => existsSync(file)))

/** The host in DOCKER_HOST; null: the engine has a local socket. */
function remoteHost({ modem }: Docker): string | null {
  const { host, socketPath } = modem as { host?: string; socketPath?: unknown }
  return socketPath || !host ? null : withoutBrackets(host)
}
