import { notInternet } from '../../runtime/not-internet.ts'
import { ownNetworks } from '../../runtime/own-networks.ts'
import type { DesktopSettings } from '../driver.ts'
import { maxFileMb } from '../limits.ts'
import { sshPort } from './engine.ts'
import type { keysOf } from './keys.ts'

export interface KeeperSettings {
  own: DesktopSettings
  /** The IPv4 addresses of environments as users see them. */
  addresses: readonly string[]
  keys: ReturnType<typeof keysOf>
  measureSeconds: number
}

/** The variables of a desktop's container, as `NAME=value`. ../container-image/keeper.sh reads them. */
export const keeperVariables = ({
  own,
  addresses,
  keys,
  measureSeconds,
}: KeeperSettings): string[] => [
  `ADDRESSES=${addresses.join(' ')}`,
  `NOT_INTERNET=${[...notInternet, ...hostNetworks()].join(' ')}`,
  `INTERNET=${own.internet ? 1 : 0}`,
  `SOUND=${own.sound ? 1 : 0}`,
  `SSH_PORT=${sshPort}`,
  `HOME_MB=${own.homeMb}`,
  `FILE_MB=${maxFileMb(own)}`,
  `MEASURE_SECONDS=${measureSeconds}`,
  `HOST_KEY=${Buffer.from(keys.host.secret).toString('base64')}`,
  `CLIENT_KEY=ssh-ed25519 ${keys.client.public}`,
]

/** The host and its neighbours may have public addresses. A container often lacks `ip`, and has private ones only. */
function hostNetworks(): string[] {
  try {
    return ownNetworks()
  } catch {
    return []
  }
}
