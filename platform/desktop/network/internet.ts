import { type ChildProcess, execFileSync } from 'node:child_process'
import type { Log } from '../../log.ts'
import { startProcess } from '../../runtime/start-process.ts'

/** Addresses of the desktop, and of its gateway and resolver, that no real network uses. */
const own = '198.18.0.2'
const gateway = '198.18.0.1'
const link = 'internet'

/** Networks that are not the internet: private, link-local (with the metadata of clouds), others. */
const notInternet = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.168.0.0/16', '198.18.0.0/15', '224.0.0.0/4', '240.0.0.0/4'],
]

export const resolver = gateway

/**
 * Lines for `ip -batch` that forbid all but the internet. The kernel looks at rules before routes, so
 * that no route leads to this host or its neighbours.
 */
export function internetOnly(): string[] {
  return [
    // Without it, the kernel refuses the route through the gateway.
    `rule add pref 10 to ${gateway} oif ${link} lookup main`,
    ...['udp', 'tcp'].map(
      transport => `rule add pref 10 to ${gateway} ipproto ${transport} dport 53 lookup main`,
    ),
    ...[...notInternet, ...ownNetworks()].map(network => `rule add pref 20 to ${network} prohibit`),
  ]
}

/** The networks of all interfaces of this host, of the loopback and of those that are down, too. */
function ownNetworks(): string[] {
  const said = execFileSync('ip', ['-json', '-4', 'address'], { encoding: 'utf8' })
  const interfaces: { addr_info: { local: string; prefixlen: number }[] }[] = JSON.parse(said)
  return interfaces
    .flatMap(({ addr_info }) => addr_info)
    .map(({ local, prefixlen }) => `${local}/${prefixlen}`)
}

/**
 * Joins a network to the internet by pasta, over IPv4 and outwards only: nothing in it listens on
 * this host.
 */
export function joinInternet(pid: number, log: Log): void {
  const nobody = ['-t', '-u', '-T', '-U'].flatMap(way => [way, 'none'])
  const user = process.getuid?.() === 0 ? ['--runas', '0'] : []
  const args = [
    ...['--foreground', '--quiet', '--ipv4-only', '--config-net', '--no-map-gw', ...nobody],
    ...['--address', own, '--netmask', '30', '--gateway', gateway, '--dns-forward', gateway],
    ...['--ns-ifname', link, ...user, `${pid}`],
  ]
  const fail = (error: unknown) => {
    log.warn({ err: error }, 'a desktop has no internet')
  }
  let child: ChildProcess
  try {
    // It ends with the network. `detached`, so that a Ctrl-C in the terminal does not end it first.
    child = startProcess('pasta', args, { detached: true, stdio: ['ignore', 'ignore', 'pipe'] })
  } catch (error) {
    fail(error)
    return
  }
  let said = ''
  child.stderr?.on('data', chunk => {
    said = `${said}${chunk}`.slice(-500)
  })
  child.on('error', fail)
  child.on('close', code => {
    if (code !== 0) log.warn({ code, said }, 'a desktop has no internet any more')
  })
}
