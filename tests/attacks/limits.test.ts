import { scryptSync } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { idempotency, oidcRecords, signInAccounts } from '../../platform/database/schema.ts'
import { createHashing, HashingBusyError } from '../../platform/identity/passwords/hashing.ts'
import { defaultLimits } from '../../platform/limits/limits.ts'
import { createLog } from '../../platform/log.ts'
import { calls } from '../../src/api/contract/every-call.ts'
import { before, during, writeEvent } from '../platform/core/events.ts'
import {
  askUser,
  authorizationUrl,
  createBrowser,
  exchange,
  nextOf,
  openSignIn,
  proof,
  signIn,
} from '../platform/core/sign-in-browser.ts'
import { noLimits, startPlatform } from '../platform/start-platform.ts'
import { createSimulatedClock } from '../support/simulated-clock.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** For tests that leave nothing behind. */
let plain: Awaited<ReturnType<typeof startPlatform>>
beforeAll(async () => {
  plain = await startPlatform({ eventFolder: await writeEvent(), listen: true })
})
afterAll(() => plain.close())

const start = async (options: Parameters<typeof startPlatform>[0] = {}) => {
  const eventFolder = await writeEvent()
  const platform = await startPlatform({ eventFolder, listen: true, ...options })
  closing.push(platform.close)
  return platform
}

const post = async (origin: string, username: string, password: string, action = 'signIn') => {
  const { browser, page } = await openSignIn(origin)
  return browser.go(page, { username, password, action })
}

test.each([
  ['mathematical letters', (index: number) => `a${'l𝐥𝑙𝒍𝓁𝓵𝔩𝕝𝖑𝗅'.match(/./gu)?.[index]}ice`],
  [
    'case',
    (index: number) =>
      [...'alice'].map((c, at) => ((index >> at) & 1 ? c.toUpperCase() : c)).join(''),
  ],
  ['width and spaces', (index: number) => `${' '.repeat(index)}ａlice`],
])('another spelling by %s gives no fresh attempts', async (_, spell) => {
  const { origin } = await start({ limits: defaultLimits })
  for (let index = 0; index < 10; index++)
    expect((await post(origin, spell(index), 'wrong')).status).toBe(400)
  expect((await post(origin, 'alice', 'demo')).status).toBe(429)
})

const silent = createLog('silent')
const worker = new URL('../../platform/identity/passwords/hash-worker.ts', import.meta.url)
const hashing = (options: Partial<Parameters<typeof createHashing>[0]> = {}) => {
  const made = createHashing({ log: silent, ...options })
  closing.push(made.close)
  return made
}

test('a password is right for its own hash only', async () => {
  const { hash, verify } = hashing()
  const hashed = await hash('correct horse')
  expect(hashed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await verify('correct horse', hashed)).toBe(true)
  expect(await verify('correct horsf', hashed)).toBe(false)
  // The same password as another keyboard types it.
  expect(await verify('cafe\u0301 noir', await hash('caf\u00e9 noir'))).toBe(true)
})

test('two passwords at most are hashed at once, and the queue has an end', async () => {
  let most = 0
  let now = 0
  const { hash } = hashing({
    maxQueue: 3,
    createWorker: () => {
      const made = new Worker(worker)
      const send = made.postMessage.bind(made)
      made.postMessage = (...message: Parameters<typeof send>) => {
        now += 1
        most = Math.max(most, now)
        send(...message)
      }
      made.prependListener('message', () => {
        now -= 1
      })
      return made
    },
  })
  const outcomes = await Promise.allSettled(Array.from({ length: 12 }, () => hash('a password')))
  const refused = outcomes.filter(({ status }) => status === 'rejected')
  expect(most).toBeLessThanOrEqual(2)
  expect(outcomes.length - refused.length).toBeGreaterThanOrEqual(4)
  expect(outcomes.length - refused.length).toBeLessThanOrEqual(5)
  for (const outcome of refused)
    expect(outcome).toMatchObject({ reason: { name: 'HashingBusyError', retryAfter: 5 } })
})

test('a thread that ends is replaced, and only its own password fails', async () => {
  let made = 0
  const dying = "require('node:worker_threads').parentPort.on('message', () => process.exit(9))"
  const { hash, verify } = hashing({
    createWorker() {
      made += 1
      return made === 1 ? new Worker(dying, { eval: true }) : new Worker(worker)
    },
  })
  await expect(hash('a password')).rejects.toThrow(HashingBusyError)
  expect(await verify('a password', await hash('a password'))).toBe(true)
})

test('a hash that needs more memory than there is fails alone', async () => {
  const { verify } = hashing()
  const huge = `$argon2id$v=19$m=4294967295,t=1,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`
  await expect(verify('a password', huge)).rejects.toThrow(HashingBusyError)
  expect(await verify('x', '$argon2id$v=19$m=64,t=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAA')).toBe(false)
})

test('if passwords cannot be hashed, the page says when to try again, and keeps the name', async () => {
  const { origin, database } = await start({ limits: defaultLimits })
  const huge = `$argon2id$v=19$m=4294967295,t=1,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`
  await database.db.insert(signInAccounts).values({
    id: 'huge',
    username: 'huge',
    usernameKey: 'huge',
    password: huge,
    createdAt: new Date(),
  })
  // More requests than attempts are allowed. Requests that were not tried do not count.
  for (let round = 0; round < 12; round++) {
    const response = await post(origin, 'huge', 'a password')
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('5')
    const html = await response.text()
    expect(html).toContain('Try again in a few seconds.')
    expect(html).toContain('value="huge"')
  }
})

test('an event of 210 accounts starts without hashing one, and each of them can sign in', async () => {
  const accounts = Array.from({ length: 210 }, (_, index) => ({
    username: `pilot${index}`,
    password: `pass${index}`,
  }))
  const hashed = vi.spyOn(Worker.prototype, 'postMessage')
  closing.push(async () => hashed.mockRestore())
  const { origin, database } = await start({ eventFolder: await writeEvent({ accounts }) })
  expect(hashed).not.toHaveBeenCalled()
  expect(await database.db.select().from(signInAccounts)).toEqual([])
  expect((await post(origin, 'pilot0', 'pass0')).status).toBe(303)
  expect(hashed).toHaveBeenCalled()
  expect((await post(origin, 'Pilot209', 'pass209')).status).toBe(303)
  expect((await post(origin, 'pilot209', 'pass208')).status).toBe(400)
  expect((await post(origin, 'pilot209', 'pass209')).status).toBe(303)
  expect((await database.db.select().from(signInAccounts)).map(row => row.username)).toEqual([
    'pilot0',
    'pilot209',
  ])
})

test('two who sign in first to an account of the event at once get the same account', async () => {
  const { origin, database } = await start()
  const responses = await Promise.all([1, 2, 3].map(() => post(origin, 'alice', 'demo')))
  // After a second in the queue the page shows the place in it, and then continues the sign-in.
  const ways = await Promise.all(responses.map(nextOf))
  expect(ways).toEqual(
    ways.map(() => expect.stringMatching(/\/oidc\/auth\/|\/auth\/redirect\?code=/)),
  )
  expect(await database.db.select().from(signInAccounts)).toHaveLength(1)
})

test('a hash from before, by scrypt, signs in and is replaced', async () => {
  const { origin, database } = await start()
  const salt = Buffer.alloc(16, 7)
  const key = scryptSync('old password', salt, 32, { N: 2 ** 14, r: 8, p: 1 })
  const password = ['scrypt', 2 ** 14, 8, 1, salt.toString('base64url'), key.toString('base64url')]
  await database.db.insert(signInAccounts).values({
    id: 'old',
    username: 'old',
    usernameKey: 'old',
    password: password.join('$'),
    createdAt: new Date(),
  })
  expect((await post(origin, 'old', 'new password')).status).toBe(400)
  expect((await post(origin, 'old', 'old password')).status).toBe(303)
  const [row] = await database.db.select().from(signInAccounts)
  expect(row?.password).toMatch(/^\$argon2id\$/)
  expect((await post(origin, 'old', 'old password')).status).toBe(303)
})

test.each([
  ['seven letters', 'zebra', 'q8w3x1z', 'at least 8'],
  ['one of the most common', 'zebra', 'password1', 'too easy to guess'],
  ['a common one in capitals', 'zebra', 'PASSWORD1', 'too easy to guess'],
  ['the username', 'zebracrossing', 'ZebraCrossing', 'too easy to guess'],
])('a new account with a password of %s is refused', async (_, username, password, message) => {
  const response = await post(plain.origin, username, password, 'create')
  expect(response.status).toBe(400)
  expect(await response.text()).toContain(message)
})

test.each([
  ['a little too large', 20_000],
  ['many times too large', 8_000_000],
])('a sign-in that is %s is answered, and the connection is not cut before', async (_, size) => {
  const response = await post(plain.origin, 'alice', 'x'.repeat(size))
  expect(response.status).toBe(413)
  expect(await response.text()).toContain('That was too much text')
})

test('a flag that scored already cannot be sent for ever', async () => {
  const platform = await start({ limits: defaultLimits, clock: createSimulatedClock(during) })
  const alice = await platform.as('alice')
  await alice('POST', '/v1/teams', { name: 'Hawks' })
  await alice('POST', '/v1/score_groups/select', { scoreGroup: 'open' })
  const send = () =>
    alice('POST', '/v1/challenges/plain/solve?category=misc', { flag: 'TEST{plain}' })
  expect((await send()).body).toEqual({ status: 1 })
  for (let count = 0; count < defaultLimits.flag.perAccount; count++)
    expect((await send()).body).toEqual({ status: 3 })
  expect((await send()).status).toBe(429)
})

test('at a browser that was left open, the current password cannot be guessed for ever', async () => {
  const limits = { ...noLimits, signIn: { perAccount: 3, perAddress: 400, seconds: 60 } }
  const { origin } = await start({ limits })
  const browser = createBrowser()
  await signIn(browser, origin, 'alice', 'demo')
  const form = { action: 'password', current: 'wrong', wanted: 'correct horse' }
  const guess = async () => (await browser.go(`${origin}/oidc/account`, form, { origin })).status
  expect([await guess(), await guess(), await guess(), await guess()]).toEqual([400, 400, 400, 429])
})

test('an address that has created its number of new accounts has to wait', async () => {
  const limits = { ...noLimits, register: { perAddress: 2, seconds: 60 } }
  const { origin } = await start({ limits })
  const create = async (name: string) =>
    (await post(origin, name, 'correct horse', 'create')).status
  // Nor can mistakes of one visitor keep the others of the address from creating one.
  for (const mistake of ['', '!', 'hazel evans', 'alice']) expect(await create(mistake)).toBe(400)
  for (const name of ['hazel', 'ivan']) expect(await create(name)).toBeLessThan(400)
  expect(await create('jane')).toBe(429)
  expect((await post(origin, 'alice', 'demo')).status).toBeLessThan(400)
})

test('a sign-in account that renews its tokens without end has to wait, and stays signed in', async () => {
  const limits = { ...noLimits, renewal: { perAccount: 2, seconds: 60 } }
  const { origin, database } = await start({ limits })
  const tokens = await signIn(createBrowser(), origin, 'alice', 'demo')
  const renew = () =>
    exchange(origin, { grant_type: 'refresh_token', refresh_token: tokens.refresh_token })
  for (let count = 0; count < 2; count++) expect((await renew()).status).toBe(200)
  // The app takes this code for no refusal.
  expect(await renew()).toMatchObject({ status: 400, body: { error: 'temporarily_unavailable' } })
  const isToken = eq(oidcRecords.model, 'RefreshToken')
  expect(await database.db.select().from(oidcRecords).where(isToken)).toHaveLength(3)
  expect((await askUser(origin, tokens.access_token)).status).toBe(200)
})

describe('visitors who never sign in', () => {
  const visits = { ...noLimits, visit: { perAddress: 3, seconds: 60 } }
  const signInUrl = (origin: string, more = {}) => authorizationUrl(origin, proof().challenge, more)

  test.each([
    ['the sign-in', signInUrl],
    ['the sign-out', (origin: string) => new URL(`${origin}/oidc/session/end`)],
  ])('come to %s a number of times from one address, and then have to wait', async (_, urlOf) => {
    const { origin } = await start({ limits: visits })
    const visit = () => fetch(urlOf(origin), { redirect: 'manual' })
    for (let count = 0; count < 3; count++) expect((await visit()).status).toBeLessThan(400)
    const late = await visit()
    expect(late.status).toBe(429)
    // What is left of a minute.
    const left = Number(late.headers.get('retry-after'))
    expect(left).toBeGreaterThan(0)
    expect(left).toBeLessThanOrEqual(60)
    expect(await late.text()).toContain('Wait a minute')
  })

  test.each(['/oidc/AUTH', '/oidc/auth/', '/oidc/Session/end', '/oidc/session/end/'])(
    'are not answered at %s, which no limit knows',
    async path => {
      const { origin, database } = await start({ limits: visits })
      const url = new URL(path, origin)
      url.search = signInUrl(origin).search
      for (let count = 0; count < 5; count++)
        expect((await fetch(url, { redirect: 'manual' })).status).toBe(404)
      expect(await database.db.select().from(oidcRecords)).toEqual([])
    },
  )

  test('bring no long texts that the database would keep', async () => {
    const { origin, database } = await start()
    const response = await fetch(signInUrl(origin, { state: 's'.repeat(5000) }))
    expect(response.status).toBe(414)
    expect(await database.db.select().from(oidcRecords)).toEqual([])
  })

  test('leave nothing for longer than an hour', async () => {
    const { origin, database } = await start()
    await fetch(`${origin}/oidc/session/end`)
    await fetch(signInUrl(origin), { redirect: 'manual' })
    const rows = await database.db.select().from(oidcRecords)
    expect(rows.map(({ model }) => model).sort()).toEqual(['Interaction', 'Session'])
    for (const { expiresAt } of rows) {
      expect(expiresAt?.getTime()).toBeLessThanOrEqual(Date.now() + 3_600_000)
    }
  })
})

test('one user who creates and leaves teams without end waits, and leaves no more rows', async () => {
  const limits = { ...noLimits, change: { perUser: 4, seconds: 60 } }
  const { as, database } = await start({ limits, clock: createSimulatedClock(before) })
  const [mallory, bob] = [await as('mallory'), await as('bob')]
  let key = 0
  const change = (method: string, path: string, body?: unknown) =>
    mallory(method, path, body, { 'idempotency-key': String(key++) })
  const userId = (await mallory('GET', '/v1/user')).body.id
  for (const name of ['Hawks', 'Kites']) {
    expect((await change('POST', '/v1/teams', { name })).status).toBe(204)
    const team = (await mallory('GET', '/v1/user/team')).body
    expect((await change('DELETE', `/v1/teams/${team.id}/members/${userId}`)).status).toBe(204)
  }
  const refused = await change('POST', '/v1/teams', { name: 'Gulls' })
  expect([refused.status, refused.body.code]).toEqual([429, 'UNKNOWN'])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await database.db.select().from(idempotency)).toHaveLength(4)
  expect((await mallory('POST', '/v1/teams', { name: 'Gulls' })).status).toBe(429)
  expect((await mallory('GET', '/v1/user')).status).toBe(200)
  expect((await bob('POST', '/v1/teams', { name: 'Kites' })).status).toBe(204)
})

test('every change says in the OpenAPI document that it has a limit', async () => {
  const { body } = await (await plain.as('alice'))('GET', '/v1/openapi.json')
  for (const { method, path } of Object.values(calls)) {
    const { responses } = body.paths[path][method.toLowerCase()]
    expect([method, path, '429' in responses]).toEqual([method, path, method !== 'GET'])
  }
})
