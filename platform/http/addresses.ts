import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

/** A list of addresses and networks. */
export interface Networks {
  includes(address: string): boolean
}

/**
 * @param list addresses and CIDRs of both families: `10.0.0.0/8`, `::1`
 * @throws Error that names an invalid entry
 */
export function createNetworks(list: readonly string[]): Networks {
  const networks = new BlockList()
  for (const entry of list) {
    const [address = '', prefix] = entry.split('/')
    const family = familyOf(address)
    const bits = Number(prefix)
    if (!family || (prefix !== undefined && !isPrefix(prefix, family)))
      throw new Error(`${entry} is not an address or a network like 10.0.0.0/8`)
    if (prefix === undefined) networks.addAddress(address, family)
    else networks.addSubnet(address, bits, family)
  }
  return {
    includes(address) {
      const family = familyOf(address)
      return family !== null && networks.check(address, family)
    },
  }
}

/**
 * The address that a request came from. Each proxy appends the address that it saw to
 * `X-Forwarded-For`. So the list is read from its end, for as long as the sender is a trusted proxy.
 */
export function clientAddress(
  request: Pick<IncomingMessage, 'headers' | 'socket'>,
  trusted: Networks,
): string {
  let client = plainAddress(request.socket.remoteAddress ?? '')
  const forwarded = [request.headers['x-forwarded-for'] ?? []].flat().join(',').split(',')
  for (const entry of forwarded.reverse()) {
    if (!trusted.includes(client)) return client
    const address = withoutPort(entry.trim())
    if (!isIP(address)) return client
    client = address
  }
  return client
}

const loopback = createNetworks(['127.0.0.0/8', '::1'])
/** Whether an address is this host's own. */
export const isLoopback = (address: string): boolean => loopback.includes(address)

/** The name or address in the `hostname` of a URL, which has brackets around an address of IPv6. */
export const withoutBrackets = (hostname: string): string => hostname.replace(/^\[|\]$/g, '')

/**
 * Whether a name or an address, as URLs have it, leads each computer to itself. As browsers see it:
 * https://w3c.github.io/webappsec-secure-contexts/#localhost
 */
export const isThisComputer = (hostname: string): boolean =>
  /(^|\.)localhost$/.test(hostname) || isLoopback(withoutBrackets(hostname))

/** The network by which attempts are counted. With IPv6, everybody has a whole /64. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address
  const [name = ''] = address.split('%')
  const [head = '', tail] = new URL(`http://[${name}]`).hostname.slice(1, -1).split('::')
  const groups = (text = '') => text.split(':').filter(Boolean)
  const zeros = 8 - groups(head).length - groups(tail).length
  const all = [...groups(head), ...Array(tail === undefined ? 0 : zeros).fill('0'), ...groups(tail)]
  return `${all.slice(0, 4).join(':')}::/64`
}

function familyOf(address: string): 'ipv4' | 'ipv6' | null {
  const version = isIP(address)
  return version === 0 ? null : `ipv${version as 4 | 6}`
}

function isPrefix(text: string, family: 'ipv4' | 'ipv6'): boolean {
  return /^\d{1,3}$/.test(text) && Number(text) <= (family === 'ipv4' ? 32 : 128)
}

/** A socket of both families reports IPv4 addresses as `::ffff:192.0.2.1`. */
export const plainAddress = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, '')

/** Some proxies add the port: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
function withoutPort(text: string): string {
  const [, bracketed] = /^\[([^\]]+)\](?::\d+)?$/.exec(text) ?? []
  return plainAddress(bracketed ?? text.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1'))
}

/** Whether a server that listens there takes connections at every address of its host. */
export const isEveryAddress = (host: string): boolean => host === '0.0.0.0' || host === '::'

/** The address that reaches, from this host, what listens on `host`. */
export const ownHost = (host: string): string => (isEveryAddress(host) ? '127.0.0.1' : host)
