import { execFileSync } from 'node:child_process'

/** The IPv4 networks of all interfaces of this host, as CIDRs, with the loopback and those that are down. */
export function ownNetworks(): string[] {
  const said = execFileSync('ip', ['-json', '-4', 'address'], { encoding: 'utf8' })
  const interfaces: { addr_info: { local: string; prefixlen: number }[] }[] = JSON.parse(said)
  return interfaces
    .flatMap(({ addr_info }) => addr_info)
    .map(({ local, prefixlen }) => `${local}/${prefixlen}`)
}
