import { resolve } from 'node:path'
import { defaultMegabytes } from '../capacity/memory.ts'
import { type DesktopMode, desktopModes } from '../desktop/mode.ts'
import { type EngineChoice, engineChoices } from '../environments/engine-choice.ts'
import type { PortRange } from '../environments/port-range.ts'
import { createNetworks } from '../http/addresses.ts'
import { OptionsError } from './options-error.ts'

export function readPort(text: string): number {
  const port = Number(text)
  if (/^\d+$/.test(text) && port <= 65535) return port
  throw new OptionsError(`--port ${text}: give a number from 0 to 65535`)
}

/** Replicas pass the picture of a desktop to each other without TLS. */
export function readTls(
  { cert, key }: { cert: string; key: string },
  { origin, replicaUrl }: { origin: string | null; replicaUrl: string | null },
): { certFile: string; keyFile: string } | null {
  if (!cert && !key) return null
  if (!cert || !key) throw new OptionsError('--tls-cert and --tls-key: give both, or none')
  if (origin?.startsWith('http:'))
    throw new OptionsError(`--origin ${origin}: with --tls-cert, give an address with https`)
  if (replicaUrl)
    throw new OptionsError('--replica-url: leave TLS to the proxy of the replicas, not --tls-cert')
  return { certFile: resolve(cert), keyFile: resolve(key) }
}

export function readOrigin(name: string, text: string): string {
  const url = URL.parse(text)
  if (url && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search)
    return url.origin
  throw new OptionsError(`--${name} ${text}: give an address like https://ctf.example.org`)
}

export const listOf = (text: string) => text.split(/[\s,]+/).filter(Boolean)

export function readNetworks(list: string[]): string[] {
  try {
    createNetworks(list)
    return list
  } catch (error) {
    throw new OptionsError(`--trusted-proxies: ${error instanceof Error ? error.message : error}`)
  }
}

export interface IssuerOptions {
  url: string
  clientId: string
  audience?: string
  /** See `ExternalOptions`. */
  emailDomains?: readonly string[]
}

export function readIssuer(given: {
  url: string
  clientId: string
  audience: string
  emailDomains: string[]
}): IssuerOptions | null {
  const { url, clientId, audience } = given
  const emailDomains = given.emailDomains.map(domain => domain.toLowerCase())
  if (!url && !clientId) {
    if (emailDomains.length === 0) return null
    throw new OptionsError(
      '--oidc-email-domains needs --oidc-issuer-url: nobody gives an address to the embedded provider',
    )
  }
  if (!url || !clientId)
    throw new OptionsError('--oidc-issuer-url and --oidc-client-id belong together: give both')
  if (!URL.canParse(url)) throw new OptionsError(`--oidc-issuer-url ${url}: give its address`)
  const odd = emailDomains.find(domain => !domainShape.test(domain))
  if (odd) throw new OptionsError(`--oidc-email-domains ${odd}: give names like uni.example.org`)
  return {
    url,
    clientId,
    ...(audience && { audience }),
    ...(emailDomains.length > 0 && { emailDomains }),
  }
}

export function readDsn(text: string): string | null {
  if (!text) return null
  const url = URL.parse(text)
  if (url && /^https?:$/.test(url.protocol) && url.username && /\/\d+$/.test(url.pathname))
    return text
  throw new OptionsError(`--sentry-dsn ${text}: give an address like https://KEY@HOST/PROJECT`)
}

export function readHostName(text: string): string | null {
  if (text === '' || /^[A-Za-z0-9.:_-]+$/.test(text)) return text || null
  throw new OptionsError(`--environments-host ${text}: give a name or an address, without a port`)
}

const domainShape =
  /^(?=.{1,200}$)(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)*[a-z](?:[a-z\d-]{0,61}[a-z\d])?$/

/**
 * Environments are attacked on purpose, and a page of one can set cookies for every name below its own
 * domain. So the app must not be there.
 */
export function readDomain(text: string, origin: string | null): string | null {
  if (text === '') return null
  const domain = text.toLowerCase()
  if (!domainShape.test(domain))
    throw new OptionsError(`--environments-domain ${text}: give a name like play.example.org`)
  const app = origin && new URL(origin).hostname
  if (app === domain || app?.endsWith(`.${domain}`))
    throw new OptionsError(
      `--environments-domain ${text}: the app (${app}) must not be below it; give a domain of its own`,
    )
  return domain
}

export function readPortRange(text: string): PortRange | null {
  if (text === '') return null
  const [, from, to] = /^(\d{1,5})-(\d{1,5})$/.exec(text) ?? []
  const range = { from: Number(from), to: Number(to) }
  if (range.from >= 1 && range.from <= range.to && range.to <= 65535) return range
  throw new OptionsError(`--environments-ports ${text}: give a range like 40000-41000`)
}

export function readEngine(text: string): EngineChoice {
  const choice = engineChoices.find(one => one === text)
  if (choice) return choice
  throw new OptionsError(`--environments ${text}: give process, docker or auto`)
}

export function readMemory(name: string, text: string): number | null {
  if (!text) return defaultMegabytes()
  if (text === 'unlimited') return null
  const [, amount, unit = 'MB'] = /^(\d{1,9})\s*(MB|M|MiB|GB|G|GiB)?$/i.exec(text) ?? []
  const megabytes = Number(amount) * (/g/i.test(unit) ? 1024 : 1)
  if (megabytes >= 16) return megabytes
  throw new OptionsError(`--${name} ${text}: give a size like '8 GB', or unlimited`)
}

export function readDesktopMode(text: string): DesktopMode {
  const found = desktopModes.find(one => one === text)
  if (found) return found
  throw new OptionsError(`--desktops ${text}: give required, plain or docker`)
}

export function readFlag(name: string, text: string): boolean {
  if (text === '' || text === 'off') return false
  if (text === 'on') return true
  throw new OptionsError(`--${name}: its variable is on or off`)
}

export function readLevel(text: string): string {
  if (/^(silent|fatal|error|warn|info|debug|trace)$/.test(text)) return text
  throw new OptionsError(`--log-level ${text}: give silent, error, warn, info or debug`)
}

export function readSwitch(name: string, text: string): boolean {
  if (text === 'on' || text === 'off') return text === 'on'
  throw new OptionsError(`--${name} ${text}: give on or off`)
}
