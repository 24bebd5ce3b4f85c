import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { renderPage } from '../../../platform/site/page.ts'
import { png } from '../../support/png.ts'
import { startPlatform, type TestPlatform } from '../start-platform.ts'
import { writeEvent } from './events.ts'
import { authorizationUrl, createBrowser, follow, proof } from './sign-in-browser.ts'

const inline = "document.documentElement.classList.add('ready')"
const index = `<!doctype html><title>App</title><meta name="description" content="An app." />
<script type="application/json" id="app-config">{"apiBaseUrl": "", "sentryDsn": "kept"}</script>
<script data-after-sign-in="/assets/b-1.js /assets/c-2.js">${inline}</script><script type="module" src="/assets/app-1a2b.js"></script>`

/** The name of the events of these tests. */
const NAME = 'Test event'

let folder: string
let platform: TestPlatform
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guidon-site-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), index)
  await writeFile(join(folder, 'desktop.html'), '<!doctype html><title>Desktop</title>')
  await writeFile(join(folder, 'favicon.svg'), '<svg/>')
  await writeFile(join(folder, 'manifest.webmanifest'), '{"id":"/","name":"App"}')
  await writeFile(join(folder, 'worker.js'), 'the worker')
  await writeFile(join(folder, 'worker-off.js'), 'its end')
  await writeFile(join(folder, 'assets/app-1a2b.js'), 'export {}')
  await writeFile(join(folder, 'assets/app-1a2b.js.gz'), gzipSync('export {}'))
  await mkdir(join(folder, '.git'))
  for (const hidden of ['.env', '.git/config.txt'])
    await writeFile(join(folder, hidden), 'a secret')
  await symlink('/etc/passwd', join(folder, 'passwd.txt'))
  const eventFolder = await writeEvent()
  platform = await startPlatform({ eventFolder, siteFolder: folder, listen: true })
})
afterAll(async () => {
  await platform.close()
  await rm(folder, { recursive: true })
})

const get = (path: string, headers = {}) => platform.fetch(path, { headers })
const titleAt = async (path: string) =>
  /<title>(.*)<\/title>/.exec(await (await get(path)).text())?.[1]

async function writtenConfig(one: TestPlatform) {
  const html = await (await one.fetch('/')).text()
  return JSON.parse(/id="app-config">(.*?)<\/script>/.exec(html)?.[1] ?? '')
}

test('every route of the app is its page, and other pages are themselves', async () => {
  expect(await titleAt('/')).toBe(NAME)
  expect(await titleAt('/challenge/web/guest-book')).toBe(NAME)
  expect(await titleAt('/auth/redirect?code=1')).toBe(NAME)
  expect(await titleAt('/desktop.html')).toBe('Desktop')
})

test('the page is configured for this platform, and what else was configured stays', async () => {
  expect(await writtenConfig(platform)).toEqual({
    apiBaseUrl: platform.origin,
    oidcIssuerUrl: `${platform.origin}/oidc`,
    oidcClientId: 'guidon',
    oidcMetadata: expect.any(Object),
    idempotencyKeys: true,
    accountUrl: `${platform.origin}/oidc/account`,
    sentryDsn: 'kept',
    event: { name: NAME },
  })
})

test('the page has what the app needs of the discovery document', async () => {
  const { oidcMetadata } = await writtenConfig(platform)
  const address = `${platform.origin}/oidc/.well-known/openid-configuration`
  const found = await (await fetch(address)).json()
  expect(found).toMatchObject(oidcMetadata)
  expect(Object.keys(oidcMetadata)).toContain('authorization_endpoint')
})

test('the sign-in page fetches what the app loads first', async () => {
  const url = authorizationUrl(platform.origin, proof().challenge)
  const { response } = await follow(createBrowser(), platform.origin, url)
  const html = (await response?.text()) ?? ''
  expect(html).toContain('["/assets/app-1a2b.js","/assets/b-1.js","/assets/c-2.js"]')
})

test('the policy allows the error reporter’s host where one is configured, and only then', async () => {
  const policyOf = async (one: TestPlatform) =>
    (await one.fetch('/')).headers.get('content-security-policy')
  const connect = (text: string | null) => /connect-src [^;]*/.exec(text ?? '')?.[0]
  const reporting = await startPlatform({
    eventFolder: await writeEvent(),
    siteFolder: folder,
    sentryDsn: 'https://key@errors.example/42',
  })
  const html = await (await reporting.fetch('/')).text()
  expect(html).toContain('"sentryDsn":"https://key@errors.example/42"')
  expect(connect(await policyOf(reporting))).toMatch(/ https:\/\/errors\.example$/)
  await reporting.close()
  expect(connect(await policyOf(platform))).toBe(
    `connect-src 'self' ${platform.origin} ${platform.origin.replace('http', 'ws')}`,
  )
})

test('the policy allows what the page brings along by its hash, and nothing unsafe', async () => {
  const policy = (await get('/')).headers.get('content-security-policy') ?? ''
  const hash = createHash('sha256').update(inline).digest('base64')
  expect(policy).toContain(`script-src 'self' 'sha256-${hash}'`)
  expect(policy).toContain("frame-ancestors 'self'; require-trusted-types-for 'script'")
  expect(policy).not.toContain('unsafe')
})

test('files with a hash in their name are kept for ever, packed ones sent as they are', async () => {
  const plain = await get('/assets/app-1a2b.js')
  expect(plain.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(plain.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(await plain.text()).toBe('export {}')
  const packed = await get('/assets/app-1a2b.js', { 'accept-encoding': 'gzip, br' })
  expect(packed.headers.get('content-encoding')).toBe('gzip')
  // Without it, a cache would send the packed one to everybody.
  for (const response of [plain, packed])
    expect(response.headers.get('vary')).toBe('accept-encoding')
  const icon = await get('/favicon.svg')
  expect(icon.headers.get('cache-control')).toBe('no-cache')
  const again = await get('/favicon.svg', { 'if-none-match': icon.headers.get('etag') ?? '' })
  expect(again.status).toBe(304)
})

test('browsers ask for the service worker each time, and it may fetch from here only', async () => {
  const worker = await get('/worker.js')
  expect(await worker.text()).toBe('the worker')
  expect(worker.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(worker.headers.get('cache-control')).toBe('no-cache')
  expect(worker.headers.get('content-security-policy')).toBe(
    "default-src 'none'; connect-src 'self'",
  )
})

test('if it is turned off, page and file of the service worker say so', async () => {
  const eventFolder = await writeEvent()
  const off = await startPlatform({ eventFolder, siteFolder: folder, serviceWorker: false })
  expect(await writtenConfig(off)).toMatchObject({ serviceWorker: false })
  const worker = await off.fetch('/worker.js')
  expect(await worker.text()).toBe('its end')
  expect(worker.headers.get('cache-control')).toBe('no-cache')
  await off.close()
})

test('a page is sent compressed to who accepts that, with the same tag', async () => {
  const plain = await get('/')
  const etag = plain.headers.get('etag') ?? ''
  const html = await plain.text()
  for (const [accepted, encoding, unpack] of [
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
  ] as const) {
    const packed = await get('/', { 'accept-encoding': accepted })
    expect(packed.headers.get('content-encoding')).toBe(encoding)
    expect(packed.headers.get('vary')).toBe('accept-encoding')
    expect(packed.headers.get('etag')).toBe(etag)
    expect(unpack(await packed.arrayBuffer()).toString()).toBe(html)
  }
  expect((await get('/', { 'if-none-match': etag })).status).toBe(304)
})

test.each([
  ...['/assets/none.js', '/../package.json', '/%2e%2e/package.json', '/none.txt'],
  // Managers of passwords ask for it, to see whether a status says something here.
  '/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200',
])('%s is not found, and no cache on the way keeps that', async path => {
  const { status, headers } = await get(path)
  expect([status, headers.get('cache-control')]).toEqual([404, 'no-store'])
})

test('managers of passwords are led to the page where a password is changed', async () => {
  const { status, headers } = await get('/.well-known/change-password')
  expect([status, headers.get('location')]).toEqual([303, `${platform.origin}/oidc/account`])
  expect(headers.get('cache-control')).toBe('no-store')
})

test.each(['/.env', '/.git/config.txt', '/passwd.txt'])(
  '%s is not found, because it is hidden or a link',
  async path => {
    expect((await get(path)).status).toBe(404)
  },
)

test('browsers ask for pages and the manifest each time, since they change with the event', async () => {
  for (const path of ['/', '/scoreboard', '/desktop.html', '/manifest.webmanifest'])
    expect([path, (await get(path)).headers.get('cache-control')]).toEqual([path, 'no-cache'])
})

test('only reading is answered', async () => {
  for (const path of ['/', '/favicon.svg']) {
    const posted = await platform.fetch(path, { method: 'POST', body: 'x' })
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    expect((await platform.fetch(path, { method: 'HEAD' })).status).toBe(200)
  }
})

test.each(['localhost', 'guidon.localhost', '[::1]'])(
  "the name %s of this host leads to the platform's own",
  async name => {
    const url = `http://${name}/scoreboard?a=1`
    const response = await platform.composition.platform.fetch(new Request(url))
    expect(response.status).toBe(307)
    expect(response.headers.get('location')).toBe(`${platform.origin}/scoreboard?a=1`)
    expect(response.headers.get('cache-control')).toBe('no-store')
  },
)

test('a platform that browsers reach directly leads each other name to its origin, but that of its proxy never', async () => {
  const options = { origin: 'https://ctf.test', corsOrigins: ['https://www.ctf.test'] }
  const direct = await startPlatform({ ...options, siteFolder: folder, isReachedDirectly: true })
  const behind = await startPlatform({ ...options, siteFolder: folder })
  const ask = async ({ composition }: TestPlatform, url: string) => {
    const { status, headers } = await composition.platform.fetch(new Request(url))
    return [status, headers.get('location')]
  }
  const moved = [307, 'https://ctf.test/scoreboard?a=1']
  expect(await ask(direct, 'https://old.ctf.test/scoreboard?a=1')).toEqual(moved)
  expect(await ask(direct, 'https://192.0.2.7/scoreboard?a=1')).toEqual(moved)
  for (const name of ['ctf.test', 'ctf.test:8443', 'www.ctf.test'])
    expect([name, ...(await ask(direct, `https://${name}/scoreboard`))]).toEqual([name, 200, null])
  expect(await ask(direct, 'https://old.ctf.test/v1/health')).toEqual([200, null])
  expect(await ask(behind, 'https://old.ctf.test/scoreboard?a=1')).toEqual([200, null])
  await direct.close()
  await behind.close()
})

test('behind a public address, the names of this host are answered as they are', async () => {
  const eventFolder = await writeEvent()
  const own = await startPlatform({
    eventFolder,
    siteFolder: folder,
    origin: 'https://ctf.example',
  })
  for (const name of ['localhost', '127.0.0.1', '10.0.0.7']) {
    const response = await own.composition.platform.fetch(new Request(`http://${name}/`))
    expect([name, response.status]).toEqual([name, 200])
  }
  await own.close()
})

test('the policy allows the issuer where accounts are elsewhere', async () => {
  const own = await startPlatform({
    eventFolder: await writeEvent(),
    siteFolder: folder,
    origin: 'https://ctf.example',
    issuer: {
      url: `${platform.origin}/oidc`,
      clientId: 'guidon',
      audience: 'https://ctf.example/v1',
    },
  })
  const policy = (await own.fetch('/')).headers.get('content-security-policy')
  await own.close()
  expect(policy).toContain(`frame-src 'self' ${own.origin} ${platform.origin};`)
  expect(policy).toContain(
    `connect-src 'self' https://ctf.example wss://ctf.example ${platform.origin};`,
  )
})

test('another version of a file has another tag, even if it is as long', async () => {
  const tagOf = async (text: string, second: number) => {
    await writeFile(join(folder, 'version.txt'), text)
    await utimes(join(folder, 'version.txt'), second, second)
    const own = await startPlatform({ eventFolder: await writeEvent(), siteFolder: folder })
    const { headers } = await own.fetch('/version.txt')
    await own.close()
    return headers.get('etag')
  }
  expect(await tagOf('one', 1000)).not.toBe(await tagOf('two', 2000))
})

test('a file that could not be read for a moment is sent afterwards', async () => {
  const path = join(folder, 'assets/away-1a2b.js')
  await writeFile(path, 'export {}')
  const own = await startPlatform({ eventFolder: await writeEvent(), siteFolder: folder })
  await rename(path, `${path}.away`)
  expect((await own.fetch('/assets/away-1a2b.js')).status).toBe(500)
  await rename(`${path}.away`, path)
  expect(await (await own.fetch('/assets/away-1a2b.js')).text()).toBe('export {}')
  await own.close()
})

test('a file is read once, and every answer shares its bytes', async () => {
  const path = join(folder, 'assets/once-1a2b.js')
  await writeFile(path, 'export {}')
  const own = await startPlatform({ eventFolder: await writeEvent(), siteFolder: folder })
  const read = async () => (await own.fetch('/assets/once-1a2b.js')).text()
  expect(await read()).toBe('export {}')
  await rm(path)
  expect(await read()).toBe('export {}')
  await own.close()
})

test('an app of another origin that the platform names may embed a desktop, and nothing else', async () => {
  const app = 'https://app.example'
  const own = await startPlatform({ siteFolder: folder, corsOrigins: [app] })
  const policyOf = async (path: string) =>
    (await own.fetch(path)).headers.get('content-security-policy')
  expect(await policyOf('/desktop.html')).toContain(`frame-ancestors 'self' ${app};`)
  expect(await policyOf('/')).toContain("frame-ancestors 'self';")
  await own.close()
})

test('a page is kept in bytes, which every answer shares', () => {
  const config = {
    apiBaseUrl: 'http://127.0.0.1',
    oidcIssuerUrl: 'http://127.0.0.1/oidc',
    oidcClientId: 'guidon',
    idempotencyKeys: true as const,
  }
  const { html, packed } = renderPage(index, config)
  for (const body of [html, ...packed.map(({ body }) => body)])
    expect(body).toBeInstanceOf(Uint8Array)
})

/** The head of the app's page of this event, and its manifest. */
async function shown(
  event: Parameters<typeof writeEvent>[0],
  files: Record<string, string | Buffer> = {},
) {
  const eventFolder = await writeEvent(event)
  for (const [name, text] of Object.entries(files)) await writeFile(join(eventFolder, name), text)
  const one = await startPlatform({ eventFolder, siteFolder: folder })
  const page = await one.fetch('/')
  const manifest = await one.fetch('/manifest.webmanifest')
  const again = await one.fetch('/manifest.webmanifest', {
    headers: { 'if-none-match': manifest.headers.get('etag') ?? '' },
  })
  const html = await page.text()
  await one.close()
  return {
    html,
    again: again.status,
    type: manifest.headers.get('content-type'),
    manifest: await manifest.json(),
    origin: one.origin,
    content: (name: string) =>
      new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1],
  }
}

test('the page has name and description of the event, escaped, also for previews elsewhere', async () => {
  const { html, content, origin } = await shown({
    name: 'Guns & <Roses>',
    description: { de: 'Auf Deutsch.', en: 'Two "days"\nof riddles.' },
  })
  expect(html).toContain('<title>Guns &#38; &#60;Roses&#62;</title>')
  expect(content('og:title')).toBe('Guns &#38; &#60;Roses&#62;')
  const description = 'Two &#34;days&#34; of riddles.'
  expect([content('description'), content('og:description')]).toEqual([description, description])
  expect(content('og:image')).toBe(`${origin}/icon-512.png`)
  expect(content('og:url')).toBe(`${origin}/`)
})

test('an event without a description keeps that of the app, and claims none elsewhere', async () => {
  const { content } = await shown({})
  expect([content('description'), content('og:description')]).toEqual(['An app.', undefined])
})

test('a logo that other sites can show is in previews; every logo is in the page', async () => {
  const svg = await shown({ logo: 'logo.svg' }, { 'logo.svg': '<svg/>' })
  expect(svg.content('og:image')).toBe(`${svg.origin}/icon-512.png`)
  const logo = `${svg.origin}/v1/event/logo?tag=`
  expect(svg.html).toContain(`"logoUrl":"${logo}`)
  const bytes = png({ width: 1, height: 1 })
  const withPng = await shown({ logo: 'logo.png' }, { 'logo.png': bytes })
  expect(withPng.content('og:image')).toMatch(/^http.*\/v1\/event\/logo\?tag=\w+$/)
})

test('no name of an event ends the block of the configuration', async () => {
  const name = '</script><script>attack()</script>'
  const { html } = await shown({ name })
  const [, text = ''] = /id="app-config">(.*?)<\/script>/.exec(html) ?? []
  expect(JSON.parse(text).event).toEqual({ name })
})

test('after a reload, page and manifest have the new name of the event', async () => {
  const eventFolder = await writeEvent({ name: 'Before' })
  const own = await startPlatform({ eventFolder, siteFolder: folder })
  const named = async () => [
    await (await own.fetch('/')).text(),
    await (await own.fetch('/manifest.webmanifest')).text(),
  ]
  for (const text of await named()) expect(text).toContain('Before')
  const path = join(eventFolder, 'event.yaml')
  await writeFile(path, (await readFile(path, 'utf8')).replaceAll('Before', 'Afterwards'))
  await own.composition.reload()
  for (const text of await named()) expect(text).toContain('Afterwards')
  await own.close()
})

test('the manifest has the name of the event, and is asked for again only if it changed', async () => {
  const { manifest, type, again } = await shown({ name: 'Field Day', description: 'Riddles.' })
  expect(manifest).toEqual({
    id: '/',
    name: 'Field Day',
    short_name: 'Field Day',
    description: 'Riddles.',
  })
  expect([type, again]).toEqual(['application/manifest+json', 304])
})
