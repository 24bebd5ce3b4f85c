import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'

const run = promisify(execFile)

/**
 * The rule stands before all routing, so that no other rule comes first. It drops packets to this host's
 * addresses, to ports that others publish on them, and to networks behind the host. Answers to connections
 * from outside pass.
 */
const rule = (bridge: string): string[] => [
  ...['-i', bridge, '-m', 'conntrack', '!', '--ctstate', 'ESTABLISHED,RELATED', '-j', 'DROP'],
]
const chain = 'PREROUTING'
const call = (change: string, bridge: string): string[] => [
  ...['-w', '-t', 'mangle', change, chain, ...rule(bridge)],
]

/** The command line that sets the rule by hand. */
export const ruleByHand = (bridge: string): string =>
  ['iptables', ...call('-I', bridge).slice(1)].join(' ')

/**
 * Stops everything on a bridge of this host from opening connections. It may be called again.
 *
 * @returns why that is not possible, or null
 */
export async function forbidOutgoing(bridge: string): Promise<string | null> {
  if (!existsSync(`/sys/class/net/${bridge}`))
    return 'the engine is not in the network of this process'
  try {
    for (const program of programs())
      await run(program, call('-C', bridge)).catch(() => run(program, call('-I', bridge)))
    return null
  } catch (error) {
    const { code, stderr, message } = error as Error & { code?: unknown; stderr?: string }
    return code === 'ENOENT' ? 'iptables is not installed' : stderr?.trim() || message
  }
}

/** Deletes the rule, however often it was set. */
export async function allowOutgoing(bridge: string): Promise<void> {
  for (const program of programs()) {
    try {
      for (;;) await run(program, call('-D', bridge))
    } catch {
      // It is not there.
    }
  }
}

const programs = (): string[] =>
  existsSync('/proc/net/if_inet6') ? ['iptables', 'ip6tables'] : ['iptables']
