import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readOptions } from '../../../platform/options.ts'
import { listen } from '../../support/servers/listen.ts'
import { callerOf, startPlatform, type TestPlatform } from '../start-platform.ts'

const { publicKey, privateKey } = await generateKeyPair('ES256')

/** The issuer's answer about each user, by token. A number is a status. */
const userInfo = new Map<string, object | number>()
let asked = 0
const issuer = createServer(async ({ url, headers }, response) => {
  const origin = `http://${headers.host}`
  const send = (body: object) => response.end(JSON.stringify(body))
  if (url === '/keys') return send({ keys: [await exportJWK(publicKey)] })
  if (url !== '/userinfo')
    return send({
      issuer: origin,
      jwks_uri: `${origin}/keys`,
      userinfo_endpoint: `${origin}/userinfo`,
    })
  asked++
  const said = userInfo.get(headers.authorization?.slice('Bearer '.length) ?? '') ?? 403
  if (typeof said === 'number') return response.writeHead(said).end()
  return send(said)
})
let url: string
let platform: TestPlatform
let siteFolder: string
beforeAll(async () => {
  const port = await listen(issuer)
  url = `http://127.0.0.1:${port}`
  siteFolder = await mkdtemp(join(tmpdir(), 'guidon-site-'))
  const block = '<script type="application/json" id="app-config">{}</script>'
  await writeFile(join(siteFolder, 'index.html'), block)
  platform = await startPlatform({
    siteFolder,
    issuer: { url, clientId: 'guidon', emailDomains: ['uni.example', 'school.example'] },
  })
})
afterAll(async () => {
  await platform.close()
  issuer.close()
  await rm(siteFolder, { recursive: true })
})
beforeEach(() => {
  asked = 0
})

const tokenFor = (subject: string, claims: JWTPayload = {}, expires = '1h') =>
  new SignJWT({ preferred_username: subject, ...claims })
    .setProtectedHeader({ alg: 'ES256' })
    .setIssuer(url)
    .setAudience('guidon')
    .setSubject(subject)
    .setExpirationTime(expires)
    .sign(privateKey)
const ask = (token: string) => callerOf(platform.fetch, token)('GET', '/v1/user')
const verified = (email: string) => ({ email, email_verified: true })

test.each([
  ['ada', verified('ada@uni.example')],
  ['ben', verified('Ben@School.EXAMPLE')],
])('%s has a verified address of a domain, and takes part', async (name, claims) => {
  expect(await ask(await tokenFor(name, claims))).toMatchObject({ status: 200 })
  expect(asked).toBe(0)
})

test.each([
  ['another domain', verified('eve@other.example')],
  ['a domain that ends like it', verified('eve@evil-uni.example')],
  ['a domain below it', verified('eve@sub.uni.example')],
  ['two signs', verified('ada@uni.example@other.example')],
  ['no sign', verified('uni')],
  ['an address that is not verified', { email: 'eve@uni.example' }],
  ['an address that is verified in words', { email: 'eve@uni.example', email_verified: 'true' }],
  ['none', {}],
])('%s: refused, and the issuer is asked once at most', async (name, claims) => {
  const token = await tokenFor(name, claims)
  const replies = [await ask(token), await ask(token)]
  expect(replies.map(one => [one.status, one.body.code])).toEqual(
    Array(2).fill([401, 'NOT_AUTHORIZED']),
  )
  expect(asked).toBeLessThanOrEqual(1)
})

test('if the token has no address, the issuer is asked', async () => {
  const [cid, dan] = [await tokenFor('cid'), await tokenFor('dan')]
  userInfo.set(cid, verified('cid@uni.example'))
  userInfo.set(dan, { email: 'dan@uni.example', email_verified: false })
  expect([(await ask(cid)).status, (await ask(dan)).status]).toEqual([200, 401])
})

test('the app asks the issuer for the address', async () => {
  expect(await (await platform.fetch('/')).text()).toContain(
    '"oidcScope":"openid profile email offline_access"',
  )
})

test('an issuer that does not answer refuses nobody for good', async () => {
  const token = await tokenFor('fay')
  userInfo.set(token, 500)
  expect((await ask(token)).status).toBe(503)
  userInfo.set(token, verified('fay@uni.example'))
  expect((await ask(token)).status).toBe(200)
})

test('a user who was refused takes part with a new token, once the address is another', async () => {
  expect((await ask(await tokenFor('hal', verified('hal@other.example')))).status).toBe(401)
  const renewed = await tokenFor('hal', verified('hal@uni.example'), '2h')
  expect((await ask(renewed)).status).toBe(200)
})

test('a user who takes part already stays, whatever the address is later', async () => {
  expect((await ask(await tokenFor('gil', verified('gil@uni.example')))).status).toBe(200)
  const changed = await tokenFor('gil', verified('gil@other.example'))
  expect((await ask(changed)).status).toBe(200)
})

test('the option names domains, and needs an issuer', () => {
  const read = (...words: string[]) => {
    const options = readOptions(words, {})
    return options === 'help' ? null : options.issuer
  }
  const given = ['--oidc-issuer-url', 'https://login.example', '--oidc-client-id', 'ctf']
  expect(read(...given, '--oidc-email-domains', 'Uni.example, b.example')).toEqual({
    url: 'https://login.example',
    clientId: 'ctf',
    emailDomains: ['uni.example', 'b.example'],
  })
  expect(read(...given)).toEqual({ url: 'https://login.example', clientId: 'ctf' })
  expect(() => read('--oidc-email-domains', 'uni.example')).toThrow('needs --oidc-issuer-url')
  expect(() => read(...given, '--oidc-email-domains', '@uni.example')).toThrow('@uni.example')
})
