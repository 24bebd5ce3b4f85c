import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { defaultLimits } from '../../../platform/limits/limits.ts'
import { proxyAddress, startTlsProxy, type TlsProxy } from '../../support/servers/tls-proxy.ts'
import {
  askUser,
  authorizationUrl,
  createBrowser,
  exchange,
  follow,
  proof,
  signIn,
} from '../core/sign-in-browser.ts'
import { refusalOf } from '../desktop/rfb.ts'
import { startPlatform, type TestPlatform } from '../start-platform.ts'

describe.each(['kept', 'own'] as const)('behind a proxy with TLS, the host %s', host => {
  let proxy: TlsProxy
  let platform: TestPlatform
  let siteFolder: string
  const before = getCACertificates()
  beforeAll(async () => {
    proxy = await startTlsProxy({ host })
    setDefaultCACertificates([...before, proxy.certificate])
    siteFolder = await mkdtemp(join(tmpdir(), 'guidon-site-'))
    await writeFile(
      join(siteFolder, 'index.html'),
      '<script type="application/json" id="app-config">{}</script>',
    )
    platform = await startPlatform({
      listen: true,
      origin: proxy.origin,
      trustedProxies: [proxyAddress],
      siteFolder,
      limits: { ...defaultLimits, signIn: { perAccount: 100, perAddress: 3, seconds: 60 } },
    })
    proxy.passTo(platform.port)
  })
  afterAll(async () => {
    setDefaultCACertificates(before)
    await platform.close()
    await proxy.close()
    await rm(siteFolder, { recursive: true })
  })

  test('everybody signs in, renews, and is known to the API', async () => {
    const { origin } = proxy
    const tokens = await signIn(createBrowser(), origin, 'alice', 'demo')
    const renewed = await exchange(origin, {
      grant_type: 'refresh_token',
      refresh_token: tokens.refresh_token,
    })
    const user = await (await askUser(origin, renewed.body.access_token)).json()
    expect(user).toMatchObject({ username: 'alice' })
  })

  test('the provider names itself by its public address', async () => {
    const response = await fetch(`${proxy.origin}/oidc/.well-known/openid-configuration`)
    const found = (await response.json()) as Record<string, unknown>
    expect(found.issuer).toBe(`${proxy.origin}/oidc`)
    for (const [name, value] of Object.entries(found))
      if (/_endpoint$|_uri$/.test(name))
        expect([name, value]).toEqual([name, expect.stringMatching(`^${proxy.origin}/oidc/`)])
  })

  test('its cookies are for TLS alone, and redirects lead to the public address', async () => {
    const browser = createBrowser()
    const { challenge } = proof()
    const asked = await browser.go(authorizationUrl(proxy.origin, challenge))
    const cookies = asked.headers.getSetCookie()
    expect(cookies.length).toBeGreaterThan(0)
    for (const cookie of cookies) expect(cookie).toMatch(/; secure(;|$)/i)

    const page = await follow(browser, proxy.origin, authorizationUrl(proxy.origin, challenge))
    const form = { username: 'alice', password: 'demo', action: 'signIn' }
    const response = await browser.go(page.address, form, { origin: proxy.origin })
    for (const cookie of response.headers.getSetCookie()) expect(cookie).toMatch(/; secure(;|$)/i)
    const { address } = await follow(browser, proxy.origin, response.headers.get('location') ?? '')
    expect(address.origin).toBe(proxy.origin)
  })

  test('the page is configured for TLS, and may open no other connection', async () => {
    const response = await fetch(`${proxy.origin}/scoreboard`)
    const { host: name } = new URL(proxy.origin)
    expect(await response.text()).toContain(
      `"apiBaseUrl":"${proxy.origin}","oidcIssuerUrl":"${proxy.origin}/oidc"`,
    )
    expect(response.headers.get('content-security-policy')).toContain(
      `connect-src 'self' https://${name} wss://${name};`,
    )
  })

  test('links to files lead to the public address', async () => {
    const { access_token: token } = await signIn(createBrowser(), proxy.origin, 'bob', 'demo')
    const call = async (method: string, path: string, body?: object) => {
      const headers = { authorization: `Bearer ${token}` }
      const text = body && JSON.stringify(body)
      const response = await fetch(proxy.origin + path, {
        method,
        headers,
        ...(text && { body: text }),
      })
      return response.status === 200 ? await response.json() : null
    }
    await call('POST', '/v1/teams', { name: 'Hawks' })
    await call('POST', '/v1/score_groups/select', { scoreGroup: 'open' })
    const challenges = (await call('GET', '/v1/challenges/')) as {
      slug: string
      categorySlug: string
    }[]
    const details = await Promise.all(
      challenges.map(
        ({ slug, categorySlug }) =>
          call('GET', `/v1/challenges/${slug}?category=${categorySlug}`) as Promise<{
            staticFilesArchiveUrl: string | null
          } | null>,
      ),
    )
    const [link = ''] = details
      .map(opened => opened?.staticFilesArchiveUrl)
      .filter(Boolean) as string[]
    expect((await fetch(new URL(link, proxy.origin))).headers.get('content-type')).toBe(
      'application/zip',
    )
  })

  test('the connection of a desktop comes through', async () => {
    // The socket gets as far as its ticket, which is refused.
    expect(await refusalOf(proxy.origin, 'no-ticket')).toBe(401)
  })

  test('each address has limits of its own, and nobody invents one', async () => {
    const attempt = async (forwarded: string) => {
      const browser = createBrowser()
      const url = authorizationUrl(proxy.origin, proof().challenge)
      const page = await follow(browser, proxy.origin, url)
      const form = { username: 'carol', password: 'wrong', action: 'signIn' }
      const response = await browser.go(page.address, form, { 'x-forwarded-for': forwarded })
      return (await response.text()).includes('Too many attempts')
    }
    // The proxy adds the real address to the right of a claimed one.
    expect(await attempt('198.51.100.1')).toBe(false)
    expect(await attempt('198.51.100.2')).toBe(false)
    expect(await attempt('198.51.100.3')).toBe(false)
    expect(await attempt('198.51.100.4')).toBe(true)
  })
})
