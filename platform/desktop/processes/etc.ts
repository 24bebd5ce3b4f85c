import { mkdir, writeFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { join } from 'node:path'
import { resolver } from '../network/internet.ts'

/** Writes the hosts and the resolver of a desktop's own network. `address`: see `writeHosts`. */
export async function writeEtc(
  folder: string,
  { address, internet }: { address: string; internet: boolean },
): Promise<void> {
  await mkdir(folder, { recursive: true })
  await writeHosts(folder, [address])
  await writeFile(join(folder, 'resolv.conf'), internet ? `nameserver ${resolver}\n` : '')
}

/**
 * Writes the hosts, also of a desktop that runs: the file stays the same one.
 *
 * @param seen the hosts of environments as users see them. A name leads to the desktop itself, where the ports of
 *   its user's environments are open
 */
export async function writeHosts(folder: string, seen: readonly string[]): Promise<void> {
  const names = seen.filter(one => !isIP(one))
  const lines = [['127.0.0.1 localhost flugzeug'], names.map(name => `127.0.0.1 ${name}`)].flat()
  await writeFile(join(folder, 'hosts'), `${[...lines, '::1 localhost'].join('\n')}\n`)
}
