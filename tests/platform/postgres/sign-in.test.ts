import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../../../platform/database/open.ts'
import { type PostgresServer, startPostgres } from '../../support/servers/postgres-server.ts'
import {
  authorizationUrl,
  createBrowser,
  exchange,
  openSignIn,
  proof,
  signIn,
} from '../core/sign-in-browser.ts'
import { startPlatform, type TestPlatform } from '../start-platform.ts'

// Needs PostgreSQL: `npm run test:postgres`.
const isAsked = Boolean(process.env.DATABASE_URL)

describe.skipIf(!isAsked)('while PostgreSQL is away, the identity provider', () => {
  let server: PostgresServer
  let platform: TestPlatform
  let close: () => Promise<void>
  beforeAll(async () => {
    server = await startPostgres({ fsync: 'off' })
    const database = await openDatabase({ url: server.url, waits: { totalMs: 1000 } })
    platform = await startPlatform({ listen: true, database })
    close = async () => {
      await platform.close()
      await database.close()
      await server.close()
    }
  })
  afterAll(() => close?.())

  /** Stops the database, makes a request, and starts it again. */
  async function away<T>(ask: () => Promise<T>): Promise<T> {
    await server.stop()
    try {
      return await ask()
    } finally {
      await server.start()
    }
  }
  const retryLater = (response: { status: number; headers: Headers }) => {
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('2')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('location')).toBe(null)
  }

  test('answers a renewal with a plain 503, and the token renews when it is back', async () => {
    const { origin } = platform
    const { refresh_token } = await signIn(createBrowser(), origin, 'alice', 'demo')
    const body = { client_id: 'guidon', grant_type: 'refresh_token', refresh_token }
    const ask = () =>
      fetch(`${origin}/oidc/token`, { method: 'POST', body: new URLSearchParams(body) })
    const response = await away(ask)
    retryLater(response)
    // OAuth clients would treat JSON with an error code as a refusal.
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(await response.text()).toBe('The database does not answer. Try again.\n')
    expect((await exchange(origin, body)).status).toBe(200)
  })

  test('shows a page that says so, in place of a redirect with an error', async () => {
    const { browser, page } = await openSignIn(platform.origin)
    const member = createBrowser()
    await signIn(member, platform.origin, 'bob', 'demo')
    const accept = { accept: 'text/html' }
    const responses = await away(() =>
      Promise.all([
        browser.go(page, undefined, accept),
        browser.go(page, { username: 'alice', password: 'demo', action: 'signIn' }, accept),
        member.go(`${platform.origin}/oidc/account`, undefined, accept),
        createBrowser().go(authorizationUrl(platform.origin, proof().challenge), undefined, accept),
        member.go(authorizationUrl(platform.origin, proof().challenge), undefined, accept),
      ]),
    )
    expect(responses).toHaveLength(5)
    for (const response of responses) {
      retryLater(response)
      expect(await response.text()).toContain('Guidon cannot reach its database')
    }
  })
})
