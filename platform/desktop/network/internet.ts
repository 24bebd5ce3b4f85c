import { once } from 'node:events'
import type { Log } from '../../log.ts'
import { notInternet } from '../../runtime/not-internet.ts'
import { ownNetworks } from '../../runtime/own-networks.ts'
import { startProcess } from '../../runtime/start-process.ts'

/** Addresses of the desktop, and of its gateway and resolver, that no real network uses. */
const own = '198.18.0.2'
const gateway = '198.18.0.1'
const link = 'internet'

export const resolver = gateway

/**
 * Lines for `ip -batch` that forbid all but the internet. The kernel looks at rules before routes, so
 * that no route leads to this host or its neighbours.
 */
export function internetOnly(): string[] {
  return [
    // Without this rule, the kernel refuses the route through the gateway.
    `rule add pref 10 to ${gateway} oif ${link} lookup main`,
    // UDP and TCP by number, since a small host has no list of their names.
    ...[17, 6].map(
      transport => `rule add pref 10 to ${gateway} ipproto ${transport} dport 53 lookup main`,
    ),
    ...[...notInternet, ...ownNetworks()].map(network => `rule add pref 20 to ${network} prohibit`),
  ]
}

/** The delays before it is started again: each is twice the last, up to the longest. */
const [minDelayMs, maxDelayMs] = [250, 30_000]

/**
 * Joins a network to the internet by pasta, over IPv4 and outwards only: nothing in it listens on
 * this host. If pasta ends before the network does, it is started again.
 *
 * @returns call it when the network has ended
 */
export function joinInternet(pid: number, log: Log): () => void {
  const leaving = new AbortController()
  let delayMs = minDelayMs
  let timer: NodeJS.Timeout | undefined

  function start(): void {
    const startedAt = performance.now()
    runPasta(pid, leaving.signal).catch(error => {
      if (leaving.signal.aborted) return
      if (performance.now() - startedAt > maxDelayMs) delayMs = minDelayMs
      log.warn({ err: error, waitMs: delayMs }, 'a desktop has no internet: pasta is started again')
      timer = setTimeout(start, delayMs).unref()
      delayMs = Math.min(2 * delayMs, maxDelayMs)
    })
  }

  start()
  return () => {
    clearTimeout(timer)
    leaving.abort()
  }
}

/**
 * Runs a command until the input ends, also because this platform was killed. Pasta of Debian 12 does not notice that the
 * network has ended, and keeps it. Only the command keeps the error output open, so that it closes with the command.
 */
const whileInputIsOpen = '"$@" </dev/null & exec 2>&-; read -r _; kill -9 $!; wait $!'

/** Rejects when pasta has ended, or cannot be run. */
async function runPasta(pid: number, signal: AbortSignal): Promise<never> {
  const nobody = ['-t', '-u', '-T', '-U'].flatMap(way => [way, 'none'])
  const user = process.getuid?.() === 0 ? ['--runas', '0'] : []
  const args = [
    ...['--foreground', '--quiet', '--ipv4-only', '--config-net', '--no-map-gw', ...nobody],
    ...['--address', own, '--netmask', '30', '--gateway', gateway, '--dns-forward', gateway],
    ...['--ns-ifname', link, ...user, `${pid}`],
  ]
  // `detached`, so that a Ctrl-C in the terminal does not end it first.
  const child = startProcess('/bin/sh', ['-c', whileInputIsOpen, 'sh', 'pasta', ...args], {
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  const end = () => void child.stdin?.end()
  signal.addEventListener('abort', end)
  child.stdin?.on('error', () => undefined)
  let said = ''
  child.stderr
    ?.on('data', chunk => {
      said = `${said}${chunk}`.slice(-500)
    })
    .on('end', end)
  try {
    const [code, by] = await once(child, 'close')
    throw new Error(`pasta ended: ${by ?? `exit code ${code}`}: ${said.trim()}`)
  } finally {
    signal.removeEventListener('abort', end)
  }
}
