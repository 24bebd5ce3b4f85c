import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Brand } from '../../src/api/contract.ts'

export interface HtmlPage {
  /** In bytes, which all answers share. */
  html: Uint8Array<ArrayBuffer>
  /** The same, compressed; the smallest first. */
  packed: { encoding: 'br' | 'gzip'; body: Uint8Array<ArrayBuffer> }[]
  etag: string
  /** Value of its content-security-policy header. */
  policy: string
}

export interface PageConfig {
  apiBaseUrl: string
  oidcIssuerUrl: string
  oidcClientId: string
  /** Absent: the app's default. */
  oidcScope?: string
  /** The provider's discovery document, if the provider is the platform's own. */
  oidcMetadata?: Readonly<Record<string, string>>
  idempotencyKeys: boolean
  /** Absent: as the built page says. */
  sentryDsn?: string
  /** Absent: there is one. */
  serviceWorker?: false
  /** The site renders pages for their users. Absent: it does not. */
  renderedPages?: true
  /** Where the identity provider lets users change their password. */
  accountUrl?: string
  /** What the page shows until the event's details are read. */
  event?: Brand
}

interface OtherOrigins {
  readonly desktops?: readonly string[]
  readonly embedders?: readonly string[]
}

const digest = (text: string) => hash('sha256', text, 'base64')
const configBlock = /(<script[^>]*\bid="app-config"[^>]*>)([\s\S]*?)(<\/script>)/

const loaded =
  /<(?:script\b[^>]*\bsrc|link\b[^>]*\brel="(?:modulepreload|stylesheet)"[^>]*\bhref)="\/([^"]+)"/g

/**
 * A page of the built app, with the digests of what it loads.
 *
 * @param folder of the built app
 */
export async function readPage(folder: string, path: string): Promise<string> {
  return withIntegrity(folder, await readFile(join(folder, path), 'utf8'))
}

/** The addresses of what the app's page loads first, also when it returns from the sign-in. */
export async function readFirstFiles(folder: string): Promise<readonly string[]> {
  const html = await readFile(join(folder, 'index.html'), 'utf8')
  const later = /\bdata-after-sign-in="([^"]+)"/.exec(html)?.[1]?.split(' ') ?? []
  return [...[...html.matchAll(loaded)].map(([, name]) => `/${name}`), ...later]
}

/**
 * A page of the built app with its configuration and its policy.
 *
 * @param others.desktops origins of desktops' pages that it may embed, besides those of the site and of the API
 * @param others.embedders origins whose pages may embed it, besides its own
 */
export function renderPage(
  source: string,
  config: PageConfig,
  others: OtherOrigins = {},
): HtmlPage {
  let reporter: unknown = config.sentryDsn
  const html = source.replace(configBlock, (_, open: string, given: string, close: string) => {
    const filled: Record<string, unknown> = { ...parse(given), ...config }
    reporter = filled.sentryDsn
    // `</script>` in a value would end the block.
    return open + JSON.stringify(filled).replaceAll('<', '\\u003c') + close
  })
  return {
    html: new TextEncoder().encode(html),
    packed: [
      { encoding: 'br', body: brotliCompressSync(html) },
      { encoding: 'gzip', body: gzipSync(html) },
    ],
    // The tag is weak, because it stands for the same content, compressed or not.
    etag: `W/"${digest(html).slice(0, 22)}"`,
    policy: policyFor(html, config, reporter, others),
  }
}

/** Digests, so that a browser runs no script that a proxy or a cache has changed. */
async function withIntegrity(folder: string, html: string): Promise<string> {
  const names = [...new Set([...html.matchAll(loaded)].map(([, name = '']) => name))]
  const entries = names.map(async name => {
    const bytes = await readFile(join(folder, name)).catch(() => null)
    return [name, bytes && `sha384-${hash('sha384', bytes, 'base64')}`] as const
  })
  const digests = new Map(await Promise.all(entries))
  return html.replace(loaded, (tag, name: string) => {
    const digest = digests.get(name)
    return digest ? `${tag} integrity="${digest}"` : tag
  })
}

function parse(text: string): object {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

function policyFor(
  html: string,
  { apiBaseUrl, oidcIssuerUrl }: PageConfig,
  reporter: unknown,
  { desktops = [], embedders = [] }: OtherOrigins,
): string {
  const scripts = inline(
    html,
    'script',
    attributes => !/\b(src|type="application\/json")/.test(attributes),
  )
  const styles = inline(html, 'style', () => true)
  const issuer = new URL(oidcIssuerUrl).origin
  const own = new URL(apiBaseUrl).origin
  const otherIssuer = issuer === own ? [] : [issuer]
  const rules: Record<string, string[]> = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...scripts],
    'style-src': ["'self'", ...styles],
    // The API has the event's logo.
    'img-src': ["'self'", own, 'data:', 'blob:'],
    'font-src': ["'self'"],
    'connect-src': [
      "'self'",
      own,
      own.replace(/^http/, 'ws'),
      ...otherIssuer,
      ...originsOf(reporter),
    ],
    // An app of another origin embeds the API's page of a desktop.
    'frame-src': ["'self'", own, ...otherIssuer, ...desktops],
    'worker-src': ["'self'", 'blob:'],
    'manifest-src': ["'self'"],
    'form-action': ["'self'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'self'", ...embedders],
    'require-trusted-types-for': ["'script'"],
  }
  return Object.entries(rules)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ')
}

/** The origin that the page's error reporter sends to, if it has one. */
function originsOf(sentryDsn: unknown): string[] {
  const url = typeof sentryDsn === 'string' ? URL.parse(sentryDsn) : null
  return url && /^https?:$/.test(url.protocol) ? [url.origin] : []
}

/** Inline scripts and styles are allowed by their hashes. */
function inline(html: string, tag: string, counts: (attributes: string) => boolean): string[] {
  const found = html.matchAll(new RegExp(`<${tag}\\b([^>]*)>([\\s\\S]*?)</${tag}>`, 'g'))
  return [...found]
    .filter(([, attributes = '', text = '']) => text.trim() !== '' && counts(attributes))
    .map(([, , text = '']) => `'sha256-${digest(text)}'`)
}
