/** The environment that a host name means: its id, and which of its endpoints. */
export interface NamedEndpoint {
  id: string
  /** In the list of endpoints, from 0. */
  index: number
}

/** The host names of environments below one domain. */
export interface HostNames {
  /** Like `0f3c….play.example.org`. It has the environment's random id, so nobody can guess it. */
  of(endpoint: NamedEndpoint): string
  /**
   * @param host of a request, with or without a port
   * @returns null if it is not a name of this domain; `unknown` if it is one that no environment can have
   */
  read(host: string | undefined): NamedEndpoint | 'unknown' | null
}

const label = /^([\da-f]{8})([\da-f]{4})([\da-f]{4})([\da-f]{4})([\da-f]{12})(?:-(\d{1,3}))?$/

/** @param domain in lower case */
export function createHostNames(domain: string): HostNames {
  return {
    of({ id, index }) {
      const name = id.replaceAll('-', '')
      return `${index === 0 ? name : `${name}-${index}`}.${domain}`
    },
    read(host = '') {
      const name = host.replace(/:\d*$/, '').replace(/\.$/, '').toLowerCase()
      if (name !== domain && !name.endsWith(`.${domain}`)) return null
      const parts = label.exec(name.slice(0, -domain.length - 1))
      if (!parts) return 'unknown'
      return { id: parts.slice(1, 6).join('-'), index: Number(parts[6] ?? 0) }
    },
  }
}
