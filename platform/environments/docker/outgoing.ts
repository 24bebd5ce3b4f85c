import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'

const run = promisify(execFile)

/**
 * One rule before all routing, so that it holds whatever other rules say: for this machine's own
 * addresses, for ports that others publish on them, and for what lies behind it. Answers to
 * connections from outside pass.
 */
const rule = (bridge: string): string[] => [
  ...['-i', bridge, '-m', 'conntrack', '!', '--ctstate', 'ESTABLISHED,RELATED', '-j', 'DROP'],
]
const chain = 'PREROUTING'
const call = (change: string, bridge: string): string[] => [
  ...['-w', '-t', 'mangle', change, chain, ...rule(bridge)],
]

/** For whoever has to set it by hand. */
export const ruleByHand = (bridge: string): string =>
  ['iptables', ...call('-I', bridge).slice(1)].join(' ')

/**
 * Keeps whatever is on a bridge of this machine from beginning connections. Asking again does no harm.
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

/** Takes the rule away with its bridge, however often it was set. */
export async function allowOutgoing(bridge: string): Promise<void> {
  for (const program of programs()) {
    try {
      for (;;) await run(program, call('-D', bridge))
    } catch {
      // It is not there any more, or never was.
    }
  }
}

const programs = (): string[] =>
  existsSync('/proc/net/if_inet6') ? ['iptables', 'ip6tables'] : ['iptables']
