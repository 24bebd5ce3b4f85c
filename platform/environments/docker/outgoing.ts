import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'
import { notInternet } from '../../runtime/not-internet.ts'

const run = promisify(execFile)

/** Where the containers on a bridge may open connections to. */
export type Reach = 'nothing' | 'internet'

/** Bridges of one kind. */
export interface Confined {
  /** The name of an interface, or the beginning of several names and a plus. */
  interfaces: string
  reach: Reach
  /** The network in which the bridges are, if the containers on one may reach each other. */
  within?: string
}

const chain = 'PREROUTING'
/** Answers to connections from outside pass. */
const drop = ['-m', 'conntrack', '!', '--ctstate', 'ESTABLISHED,RELATED', '-j', 'DROP']

/**
 * The rules stand before all routing, so that no other rule comes first. They drop packets to this host's
 * addresses, to ports that others publish on them, and to networks behind the host. For the internet, the
 * resolver of this host's network can be asked.
 */
function rulesFor({ interfaces, reach, within }: Confined, program: Program): string[][] {
  const from = ['-i', interfaces]
  // A bridge has no IPv6.
  if (program === 'ip6tables' || (reach === 'nothing' && !within)) return [[...from, ...drop]]
  const toHost = [...from, '-m', 'addrtype', '--dst-type', 'LOCAL', ...drop]
  // Packets that stay on a bridge pass here, too, if the kernel filters bridges.
  if (reach === 'nothing') return [toHost, [...from, '!', '-d', `${within}`, ...drop]]
  return [
    toHost,
    ...(within ? [[...from, '-d', within, '-j', 'RETURN']] : []),
    ...['udp', 'tcp'].map(transport => [...from, '-p', transport, '--dport', '53', '-j', 'RETURN']),
    ...notInternet.map(network => [...from, '-d', network, ...drop]),
  ]
}

const call = (change: string, rule: string[]) => ['-w', '-t', 'mangle', change, chain, ...rule]

/** The command lines that set the rules by hand. */
export const rulesByHand = (confined: Confined): string =>
  rulesFor(confined, 'iptables')
    .toReversed()
    .map(rule => ['iptables', ...call('-I', rule).slice(1)].join(' '))
    .join('; ')

/**
 * Limits the containers on bridges of this host to connections within `reach`. It may be called again.
 *
 * @param bridge one of them
 * @returns why that is not possible, or null
 */
export async function forbidOutgoing(bridge: string, confined: Confined): Promise<string | null> {
  if (!existsSync(`/sys/class/net/${bridge}`))
    return 'the engine is not in the network of this process'
  try {
    for (const program of programs()) {
      const rules = rulesFor(confined, program)
      if (await areSet(program, rules)) continue
      // Their order counts, so all are set again.
      await unset(program, rules)
      for (const rule of rules.toReversed()) await run(program, call('-I', rule))
    }
    return null
  } catch (error) {
    const { code, stderr, message } = error as Error & { code?: unknown; stderr?: string }
    return code === 'ENOENT' ? 'iptables is not installed' : stderr?.trim() || message
  }
}

/** Deletes the rules, however often they were set. */
export async function allowOutgoing(confined: Confined): Promise<void> {
  for (const program of programs()) await unset(program, rulesFor(confined, program))
}

async function areSet(program: Program, rules: string[][]): Promise<boolean> {
  try {
    for (const rule of rules) await run(program, call('-C', rule))
    return true
  } catch {
    return false
  }
}

async function unset(program: Program, rules: string[][]): Promise<void> {
  for (const rule of rules) {
    try {
      for (;;) await run(program, call('-D', rule))
    } catch {
      // It is not there.
    }
  }
}

type Program = 'iptables' | 'ip6tables'

const programs = (): Program[] =>
  existsSync('/proc/net/if_inet6') ? ['iptables', 'ip6tables'] : ['iptables']
