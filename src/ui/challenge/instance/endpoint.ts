import type { Endpoint } from '../../../api/contract.ts'

interface Access {
  /** An address to open in the browser; null if there is none. */
  readonly url: string | null
  /** What to paste somewhere: a command, or an address. */
  readonly commands: readonly string[]
}

const hostOf = (ip: string) => (ip.includes(':') ? `[${ip}]` : ip)
const defaultPort: Record<string, number> = { http: 80, https: 443 }

/** How an endpoint is reached, by its protocol. */
export function accessTo({ ip, port, protocol }: Endpoint): Access {
  switch (protocol) {
    case 'http':
    case 'https': {
      const host = port === defaultPort[protocol] ? hostOf(ip) : `${hostOf(ip)}:${port}`
      const url = `${protocol}://${host}/`
      return { url, commands: [url, `curl ${url}`] }
    }
    case 'ssh':
      return { url: null, commands: [port === 22 ? `ssh ${ip}` : `ssh -p ${port} ${ip}`] }
    case 'tcp':
      return { url: null, commands: [`nc ${ip} ${port}`] }
    case 'udp':
      return { url: null, commands: [`nc -u ${ip} ${port}`] }
    default:
      return { url: null, commands: [`${hostOf(ip)}:${port}`] }
  }
}
