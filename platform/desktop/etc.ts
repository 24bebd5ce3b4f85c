import { mkdir, writeFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { join } from 'node:path'
import { resolver } from './network/internet.ts'

/**
 * Writes the hosts and the resolver of a desktop's own network.
 *
 * @param address the host of environments as users see it. A name leads to the desktop itself, where
 *   the ports of its user's environments are open
 */
export async function writeEtc(folder: string, address: string, internet: boolean): Promise<void> {
  await mkdir(folder, { recursive: true })
  const name = isIP(address) ? '' : ` ${address}`
  await writeFile(join(folder, 'hosts'), `127.0.0.1 localhost flugzeug${name}\n::1 localhost\n`)
  await writeFile(join(folder, 'resolv.conf'), internet ? `nameserver ${resolver}\n` : '')
}
