import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '../../support/eventually.ts'
import { askUser, createBrowser, signIn } from '../core/sign-in-browser.ts'
import { createCluster, type Replica } from '../replicas.ts'

// Needs PostgreSQL: `npm run test:postgres`.
describe.skipIf(!process.env.DATABASE_URL)('a sign-in that is ended through one replica', () => {
  let cluster: Awaited<ReturnType<typeof createCluster>>
  let one: Replica
  let other: Replica
  beforeAll(async () => {
    cluster = await createCluster({ listen: true })
    one = await cluster.start()
    other = await cluster.start({ origin: one.origin })
  })
  afterAll(() => cluster?.close())

  /** Each replica is reached by its own port; both are one platform with one origin. */
  const of = (replica: Replica) => `http://127.0.0.1:${replica.port}`
  const status = async (replica: Replica, token: string) =>
    (await askUser(of(replica), token)).status
  const signedIn = async (name: string) => {
    const browser = createBrowser()
    return { browser, ...(await signIn(browser, one.origin, name, 'demo')) }
  }
  const isRefusedBy = (replica: Replica, token: string) =>
    eventually(async () => expect(await status(replica, token)).toBe(401))

  test('is refused by the other, which knew its token', async () => {
    const { refresh_token, access_token } = await signedIn('alice')
    const kept = await signedIn('alice')
    for (const token of [access_token, kept.access_token])
      for (const replica of [one, other]) expect(await status(replica, token)).toBe(200)
    const body = new URLSearchParams({ client_id: 'guidon', token: refresh_token })
    await fetch(`${of(one)}/oidc/token/revocation`, { method: 'POST', body })
    expect(await status(one, access_token)).toBe(401)
    await isRefusedBy(other, access_token)
    expect(await status(other, kept.access_token)).toBe(200)
    const form = { client_id: 'guidon', grant_type: 'refresh_token', refresh_token }
    const asked = { method: 'POST', body: new URLSearchParams(form) }
    const response = await fetch(`${of(other)}/oidc/token`, asked)
    expect(await response.json()).toMatchObject({ error: 'invalid_grant' })
  })

  test('on the account page is refused by the other', async () => {
    const here = await signedIn('bob')
    const there = await signedIn('bob')
    expect(await status(other, there.access_token)).toBe(200)
    const account = `${one.origin}/oidc/account`
    await here.browser.go(account, { action: 'endOthers' }, { origin: one.origin })
    await isRefusedBy(other, there.access_token)
    expect(await status(other, here.access_token)).toBe(200)
  })

  test('is refused by a replica that starts later', async () => {
    const { refresh_token, access_token } = await signedIn('carol')
    const body = new URLSearchParams({ client_id: 'guidon', token: refresh_token })
    await fetch(`${of(one)}/oidc/token/revocation`, { method: 'POST', body })
    const third = await cluster.start({ origin: one.origin })
    expect(await status(third, access_token)).toBe(401)
  })
})
