import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { type HtmlPage, readPage, renderPage } from '../../../platform/site/page.ts'
import { typeOfFile } from '../../../platform/site/type-of-file.ts'
import { listen } from '../../support/servers/listen.ts'
import { createDataFolder, removeDataFolder, spawnPlatform } from '../platform.ts'
import { builtApp, writeNextBuild } from './builds.ts'

/** A server that serves the app's files as docs/headers.md says, and passes all other requests to a platform. */
export interface Site {
  readonly origin: string
  /** The paths of all requests, in order. */
  readonly asked: string[]
  /** What the server serves, and how. Tests change it. */
  readonly now: Serving
  close(): Promise<void>
}

export const harms = ['cut off', 'changed', 'missing'] as const
type Fault = (typeof harms)[number]

export interface Serving {
  build: 'first' | 'next'
  /** Whether no request is answered. */
  isDown: boolean
  /** The files that arrive broken, and how. */
  broken: { files: RegExp; how: Fault } | null
  /** What a portal on the way answers with its own page, which browsers keep for a long time. */
  portal: RegExp | null
  /** Whether the page's configuration switches the service worker off. */
  isOff: boolean
  /** Whether the platform has `--service-worker off`, which the page does not know yet. */
  servesWorkerOff: boolean
}

export const asAtFirst: Readonly<Serving> = {
  build: 'first',
  isDown: false,
  broken: null,
  portal: null,
  isOff: false,
  servesWorkerOff: false,
}

/** A page that has not changed for years is fresh for months, if nothing else is said. */
const ofPortal = {
  'content-type': 'text/html',
  'last-modified': 'Mon, 01 Jan 2024 00:00:00 GMT',
}

const passedOn = /^\/(v1|oidc|desktop|metrics)(\/|$)/

export async function openSite(): Promise<Site> {
  const nextBuild = await mkdtemp(join(tmpdir(), 'guidon-next-'))
  await writeNextBuild(nextBuild)
  const now: Serving = { ...asAtFirst }
  const asked: string[] = []
  const server = createServer()
  const port = await listen(server)
  const origin = `http://127.0.0.1:${port}`
  const dataFolder = await createDataFolder()
  const platform = await spawnPlatform({ dataFolder, options: ['--origin', origin] })

  async function serve(path: string, response: ServerResponse) {
    const folder = now.build === 'first' ? builtApp : nextBuild
    const name = path === '/worker.js' && now.servesWorkerOff ? '/worker-off.js' : path
    const file = join(folder, name)
    const isPage = ['', '.html'].includes(extname(name))
    if (isPage) return servePage(folder, path === '/desktop.html' ? path : '/index.html', response)
    if (!existsSync(file)) return response.writeHead(404).end()
    const body = await readFile(file)
    response.setHeader('content-type', typeOfFile(name))
    // So a browser can get a file again only from the service worker.
    response.setHeader('cache-control', 'no-store')
    response.setHeader('content-length', body.length)
    const fault = now.broken?.files.test(path) ? now.broken.how : null
    if (fault === 'cut off')
      return response.write(body.subarray(0, body.length / 2), () => response.destroy())
    if (fault === 'missing') response.statusCode = 404
    if (fault) body.reverse()
    response.end(body)
  }
  async function render(folder: string, path: string, isOff: boolean) {
    return renderPage(await readPage(folder, path), {
      apiBaseUrl: origin,
      oidcIssuerUrl: `${origin}/oidc`,
      oidcClientId: 'guidon',
      idempotencyKeys: true,
      ...(isOff && { serviceWorker: false as const }),
    })
  }
  /** Rendered pages by path: rendering compresses a page, which is the slowest work of this server. */
  const rendered = new Map<string, Promise<HtmlPage>>()
  async function servePage(folder: string, path: string, response: ServerResponse) {
    const { isOff } = now
    const owner = existsSync(join(folder, path)) ? folder : builtApp
    const key = `${join(owner, path)} ${isOff}`
    const page = rendered.get(key) ?? render(owner, path, isOff)
    rendered.set(key, page)
    const { html, policy } = await page
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.setHeader('cache-control', 'no-cache')
    response.setHeader('content-security-policy', policy)
    response.end(html)
  }
  function passOn(incoming: IncomingMessage, response: ServerResponse) {
    const { method, url, headers } = incoming
    const outgoing = request({ host: '127.0.0.1', port: platform.port, method, path: url, headers })
    outgoing.on('response', answer => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    outgoing.on('error', () => response.destroy())
    response.on('close', () => outgoing.destroy())
    incoming.pipe(outgoing)
  }
  server.on('request', (incoming: IncomingMessage, response: ServerResponse) => {
    const path = new URL(incoming.url ?? '/', origin).pathname
    asked.push(path)
    if (now.isDown) response.destroy()
    else if (now.portal?.test(path)) response.writeHead(200, ofPortal).end('<h1>Wi-Fi</h1>')
    else if (passedOn.test(path)) passOn(incoming, response)
    else serve(path, response).catch(() => response.destroy())
  })
  return {
    origin,
    asked,
    now,
    async close() {
      server.closeAllConnections()
      server.close()
      await platform.stop()
      await removeDataFolder(dataFolder)
      await rm(nextBuild, { recursive: true })
    },
  }
}
