import { createServer } from 'node:http'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { realClock } from '../../../platform/clock.ts'
import { useExternalIssuer } from '../../../platform/identity/external/issuer.ts'
import { createLog } from '../../../platform/log.ts'
import { eventually } from '../../support/eventually.ts'
import { listen } from '../../support/servers/listen.ts'
import { ownPort } from '../../support/servers/own-port.ts'
import { createSimulatedClock } from '../../support/simulated-clock.ts'
import { callerOf, startPlatform, type TestPlatform } from '../start-platform.ts'
import { createWrittenLog } from '../written-log.ts'
import { writeEvent } from './events.ts'
import { createBrowser, signIn } from './sign-in-browser.ts'

/** The issuer is the provider of another platform, on another port. */
let issuer: TestPlatform
let platform: TestPlatform
beforeAll(async () => {
  issuer = await startPlatform({ listen: true })
  platform = await startPlatform({
    listen: true,
    eventFolder: await writeEvent(),
    issuer: {
      url: `${issuer.origin}/oidc`,
      clientId: 'guidon',
      audience: `${issuer.origin}/v1`,
    },
  })
})
afterAll(async () => {
  await platform.close()
  await issuer.close()
})

test('anyone who has a token of the configured issuer is a user here, the same one each time', async () => {
  const ask = async () => {
    const tokens = await signIn(createBrowser(), issuer.origin, 'alice', 'demo')
    return callerOf(platform.fetch, tokens.access_token)('GET', '/v1/user')
  }
  const first = await ask()
  expect([first.status, first.body.username]).toEqual([200, 'alice'])
  expect((await ask()).body).toEqual(first.body)
})

test('tokens for other audiences and of other issuers are not taken', async () => {
  const { id_token } = await signIn(createBrowser(), issuer.origin, 'alice', 'demo')
  expect((await callerOf(platform.fetch, id_token)('GET', '/v1/user')).status).toBe(401)
  const other = await startPlatform()
  const token = await other.signIn('alice')
  expect((await callerOf(platform.fetch, token)('GET', '/v1/user')).status).toBe(401)
  await other.close()
})

test('tokens for another audience are reported once a minute, with both', async () => {
  const lines: string[] = []
  const clock = { ...realClock, monotonic: () => 0 }
  const log = createLog('warn', { write: line => void lines.push(line) })
  const external = await useExternalIssuer({
    issuer: `${issuer.origin}/oidc`,
    clientId: 'guidon',
    audience: 'ctf',
    origin: issuer.origin,
    clock,
    log,
  })
  const { access_token } = await signIn(createBrowser(), issuer.origin, 'alice', 'demo')
  expect(await external.check(access_token)).toBeNull()
  expect(await external.check(access_token)).toBeNull()
  expect(await external.check('no token')).toBeNull()
  expect(lines.map(line => JSON.parse(line))).toEqual([
    expect.objectContaining({
      audience: `${issuer.origin}/v1`,
      expected: 'ctf',
      msg: expect.stringContaining('--oidc-audience'),
    }),
  ])
})

test.each([
  ['nobody', undefined, 1],
  ['another site', 'https://other.example.org', 1],
  ['the app', 'https://ctf.example.org', 0],
  ['everybody', '*', 0],
])(
  'an issuer that %s may read is warned of, if it is not the app',
  async (_, allowed, warnings) => {
    const server = createServer(({ headers }, response) => {
      expect(headers.origin).toBe('https://ctf.example.org')
      if (allowed) response.setHeader('access-control-allow-origin', allowed)
      const issuer = `http://${headers.host}`
      response.end(JSON.stringify({ issuer, jwks_uri: `${issuer}/keys` }))
    })
    const port = await listen(server)
    onTestFinished(() => void server.close())
    const lines: string[] = []
    await useExternalIssuer({
      issuer: `http://127.0.0.1:${port}`,
      clientId: 'guidon',
      origin: 'https://ctf.example.org',
      clock: realClock,
      log: createLog('warn', { write: line => void lines.push(line) }),
    })
    expect(lines.filter(line => line.includes('CORS'))).toHaveLength(warnings)
  },
)

/** An issuer that nobody has configured well: its tokens are not JWTs. @returns its address */
async function startOpaqueIssuer(known: string): Promise<string> {
  const server = createServer(({ headers, url }, response) => {
    const issuer = `http://${headers.host}`
    const discovery = { issuer, jwks_uri: `${issuer}/keys`, userinfo_endpoint: `${issuer}/me` }
    if (url !== '/me') return response.end(JSON.stringify(discovery))
    if (headers.authorization !== `Bearer ${known}`) response.statusCode = 401
    response.end('{"sub":"alice"}')
  })
  const port = await listen(server)
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${port}`
}

test('tokens that are not JWTs are reported if the issuer knows them, and it is asked once a minute', async () => {
  const { log, written } = createWrittenLog('warn')
  const clock = createSimulatedClock(Date.now())
  const address = await startOpaqueIssuer('opaque')
  const { check } = await useExternalIssuer({
    issuer: address,
    clientId: 'guidon',
    origin: 'https://ctf.example.org',
    clock,
    log,
  })
  const warnings = () =>
    written()
      .split('\n')
      .filter(line => line.includes('not JWTs'))
  for (const token of ['nonsense', 'opaque']) expect(await check(token)).toBeNull()
  clock.advance(60_000)
  await eventually(async () => {
    expect(await check('opaque')).toBeNull()
    expect(warnings()).toHaveLength(1)
  })
  clock.advance(60_000)
  expect(await check('nonsense')).toBeNull()
  expect(warnings()).toHaveLength(1)
})

test('an issuer that cannot be reached is refused with the reason', async () => {
  const start = (issuer: string) =>
    useExternalIssuer({
      issuer,
      clientId: 'guidon',
      origin: 'https://ctf.example.org',
      clock: realClock,
      log: createLog('silent'),
    })
  const port = await ownPort()
  await expect(start(`http://127.0.0.1:${port}`)).rejects.toThrow(`ECONNREFUSED 127.0.0.1:${port}`)
  await expect(start(`http://localhost:${port}`)).rejects.toThrow('ECONNREFUSED')
})

test('the embedded provider is off', async () => {
  const response = await fetch(`${platform.origin}/oidc/.well-known/openid-configuration`)
  expect(response.status).toBe(404)
})
