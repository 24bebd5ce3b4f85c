import { lookup } from 'node:dns/promises'
import { within } from '../../engine/client.ts'

const lookUpMs = 3000

/** The IPv4 addresses of a host. None if its name cannot be looked up. @param host a name or an address */
export async function addressesOf(host: string): Promise<string[]> {
  const all = lookup(host, { family: 4, all: true })
  const found = await within(lookUpMs, all).catch(() => [])
  return [...new Set(found.map(({ address }) => address))]
}
