import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { decodePart } from '../../src/domain/text/decode-part.ts'
import type { CurrentEvent } from '../current-event.ts'
import type { EventDefinition } from '../event/model.ts'
import { isThisComputer } from '../http/addresses.ts'
import { type AnswerRequest, type HttpReply, type HttpRequest, textReply } from '../http/message.ts'
import { takesEncoding } from '../http/takes-encoding.ts'
import type { Identity } from '../identity/identity.ts'
import { brandOf } from './brand.ts'
import { withEventHead, withEventName } from './event-head.ts'
import { findFiles, type SiteFile } from './files.ts'
import { type HtmlPage, readPage, renderPage } from './page.ts'

export interface SiteOptions {
  /** The built app. */
  folder: string
  origin: string
  /** Whether each other name leads to `origin`, as no proxy is before it. Otherwise, only other names of this host do. */
  isReachedDirectly: boolean
  /** Other origins that serve the app. They may embed the page of a desktop. */
  corsOrigins: readonly string[]
  identity: Identity
  event: CurrentEvent
  /** As in `CommandLineOptions`. */
  sentryDsn: string | null
  /** As in `CommandLineOptions`. */
  serviceWorker: boolean
  /** As in `CommandLineOptions`. */
  rendersPages: boolean
}

export interface Site {
  /** A path without a file is a route of the app. */
  answer: AnswerRequest
  /** The text of the block `app-config` of the app's page. */
  config(): string
}

/** Serves the built app, configured for this platform. */
export async function createSite({
  folder,
  origin,
  isReachedDirectly,
  corsOrigins,
  identity,
  event,
  sentryDsn,
  serviceWorker,
  rendersPages,
}: SiteOptions): Promise<Site> {
  const files = await findFiles(folder)
  const sources = new Map<string, string>()
  const read = createReader()
  const config = {
    apiBaseUrl: origin,
    oidcIssuerUrl: identity.issuer,
    oidcClientId: identity.clientId,
    ...(identity.scope && { oidcScope: identity.scope }),
    ...(identity.metadata && { oidcMetadata: identity.metadata }),
    idempotencyKeys: true,
    ...(sentryDsn && { sentryDsn }),
    ...(identity.accountUrl && { accountUrl: identity.accountUrl }),
    ...(!serviceWorker && { serviceWorker: false as const }),
    ...(rendersPages && { renderedPages: true as const }),
  }
  for (const path of files.keys())
    if (path.endsWith('.html')) sources.set(path, await readPage(folder, path))
  const manifest = files.get(manifestPath)
  const manifestSource = manifest ? await readFile(manifest.path, 'utf8') : null

  const hostnames = [origin, ...corsOrigins].map(one => new URL(one).hostname)
  const filledConfig = () => ({ ...config, event: brandOf(event.current, origin) })
  /** Rendered once for each event that was read. */
  const rendered = new WeakMap<EventDefinition, Rendered>()
  const current = (): Rendered => {
    const known = rendered.get(event.current)
    if (known) return known
    const filled = filledConfig()
    const pages = [...sources].map(([path, source]) => {
      const page =
        path === 'index.html'
          ? renderPage(withEventHead(source, event.current, origin), filled)
          : renderPage(source, config, { embedders: corsOrigins })
      return [path, page] as const
    })
    const made = {
      pages: new Map(pages),
      manifest: manifestSource === null ? null : withEventName(manifestSource, event.current),
    }
    rendered.set(event.current, made)
    return made
  }
  current()

  const answer: AnswerRequest = async request => {
    const { hostname, pathname, search } = request.url
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return textReply(405, 'only GET is answered here', { allow: 'GET, HEAD' })
    const isOtherName = isReachedDirectly && !hostnames.includes(hostname)
    if (isOtherName || isOtherNameOfThisHost(hostname, origin))
      return redirect(307, origin + pathname + search)

    const path = decodePart(pathname).slice(1)
    const { pages, manifest } = current()
    if (path === manifestPath && manifest !== null) return serveManifest(request, manifest)
    const file = files.get(path === workerPath && !serviceWorker ? workerOffPath : path)
    const page = pages.get(path) ?? pages.get(`${path}.html`)
    if (page) return servePage(request, page)
    if (file) return serveFile(request, file, read, path === workerPath ? workerPolicy : null)
    if (path === changePasswordPath && identity.accountUrl)
      return redirect(303, identity.accountUrl)
    const index = pages.get('index.html')
    // A missing file must not be answered with a page.
    if (!index || /^(assets|\.well-known)\/|\.[a-z0-9]{1,5}$/i.test(path))
      return textReply(404, 'not found')
    return servePage(request, index)
  }
  return { answer, config: () => JSON.stringify(filledConfig()) }
}

const manifestPath = 'manifest.webmanifest'
const workerPath = 'worker.js'
/** Where managers of passwords look for the page: https://w3c.github.io/webappsec-change-password-url/ */
const changePasswordPath = '.well-known/change-password'
/** Removes the service worker from browsers that have it. */
const workerOffPath = 'worker-off.js'
/** The service worker fetches the page and its files, and loads no script. */
const workerPolicy = "default-src 'none'; connect-src 'self'"

/** No cache keeps it: where it leads may depend on the host, which is no part of the keys of some. */
const redirect = (status: number, location: string): HttpReply => ({
  status,
  headers: { location, 'cache-control': 'no-store' },
  body: null,
})

interface Rendered {
  pages: ReadonlyMap<string, HtmlPage>
  manifest: string | null
}

/** Sign-in works at the platform's origin only, and this host has other names, such as `localhost`. */
function isOtherNameOfThisHost(hostname: string, origin: string): boolean {
  const wanted = new URL(origin).hostname
  return hostname !== wanted && isThisComputer(hostname) && isThisComputer(wanted)
}

function servePage(request: HttpRequest, page: HtmlPage): HttpReply {
  const { html, etag, policy } = page
  const packed = choosePacked(request, page.packed)
  const headers: Record<string, string> = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
    'cache-control': 'no-cache',
    etag,
    vary: 'accept-encoding',
    ...(packed && { 'content-encoding': packed.encoding }),
  }
  if (request.header('if-none-match') === etag) return { status: 304, headers, body: null }
  return { status: 200, headers, body: packed?.body ?? html }
}

function serveManifest(request: HttpRequest, manifest: string): HttpReply {
  const etag = `"${hash('sha256', manifest, 'base64url').slice(0, 22)}"`
  const headers = {
    'content-type': 'application/manifest+json',
    'cache-control': 'no-cache',
    etag,
  }
  if (request.header('if-none-match') === etag) return { status: 304, headers, body: null }
  return { status: 200, headers, body: manifest }
}

/** The first that the client accepts. */
export function choosePacked<T extends { encoding: string }>(
  request: Pick<HttpRequest, 'header'>,
  packed: readonly T[],
): T | undefined {
  const accepted = request.header('accept-encoding')
  return packed.find(({ encoding }) => takesEncoding(accepted, encoding))
}

/**
 * Reads each file once, and all answers share its bytes. Otherwise, a client that asks often and reads
 * nothing would fill the memory with copies.
 */
function createReader() {
  const known = new Map<string, Promise<Uint8Array<ArrayBuffer>>>()
  return (path: string) => {
    const reading = known.get(path) ?? readFile(path).then(bytes => new Uint8Array(bytes))
    known.set(path, reading)
    reading.catch(() => known.delete(path))
    return reading
  }
}

async function serveFile(
  request: HttpRequest,
  file: SiteFile,
  read: ReturnType<typeof createReader>,
  /** Null: that of every answer. */
  policy: string | null,
): Promise<HttpReply> {
  const packed = choosePacked(request, file.packed)
  const headers: Record<string, string> = {
    'content-type': file.type,
    // A hash in the name: another content has another name.
    'cache-control': file.isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
    etag: file.etag,
    vary: 'accept-encoding',
    ...(policy && { 'content-security-policy': policy }),
    ...(packed && { 'content-encoding': packed.encoding }),
  }
  if (request.header('if-none-match') === file.etag) return { status: 304, headers, body: null }
  return { status: 200, headers, body: await read(packed?.path ?? file.path) }
}
