import { decodeJwt, exportJWK, generateKeyPair, importJWK, SignJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EmbeddedIdentity } from '../../../platform/identity/identity.ts'
import { loadKeys } from '../../../platform/identity/keys.ts'
import { createSimulatedClock } from '../../support/simulated-clock.ts'
import { callerOf, startPlatform, type TestPlatform } from '../start-platform.ts'
import { during, writeEvent } from './events.ts'

const clock = createSimulatedClock(during)
let platform: TestPlatform
let issueToken: EmbeddedIdentity['issueToken']
beforeAll(async () => {
  platform = await startPlatform({ eventFolder: await writeEvent(), clock })
  issueToken = (platform.composition.identity as EmbeddedIdentity).issueToken
})
afterAll(() => platform.close())

const ask = async (token: string) => {
  const { status, body } = await callerOf(platform.fetch, token)('GET', '/v1/user')
  return status === 200 ? body.username : body.code
}

test('a token of the provider is taken until it expires', async () => {
  const token = await issueToken('alice')
  expect(await ask(token)).toBe('alice')
  clock.advance(15 * 60_000 - 1000)
  expect(await ask(token)).toBe('alice')
  clock.advance(1000)
  expect(await ask(token)).toBe('NOT_AUTHORIZED')
})

test.each([
  ['another issuer', { iss: 'https://elsewhere.example' }],
  ['another audience', { aud: 'guidon' }],
  ['no audience', { aud: undefined }],
  ['no expiry', { exp: undefined }],
  ['a beginning in the future', { nbf: 4e9 }],
])('a token with %s is not taken', async (_, claims) => {
  expect(await ask(await issueToken('alice', claims))).toBe('NOT_AUTHORIZED')
})

test('a token that another key signed is not taken', async () => {
  const { signing } = await loadKeys(platform.database)
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const claims = decodeJwt(await issueToken('alice'))
  const forge = async (key: Parameters<SignJWT['sign']>[0]) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: signing.kid }).sign(key)
  expect(await ask(await forge(await importJWK(await exportJWK(privateKey), 'ES256')))).toBe(
    'NOT_AUTHORIZED',
  )
  expect(await ask(await forge(await importJWK(signing, 'ES256')))).toBe('alice')
})

test('a token without a signature, or with a changed one, is not taken', async () => {
  const [, payload] = (await issueToken('alice')).split('.')
  const none = Buffer.from('{"alg":"none"}').toString('base64url')
  expect(await ask(`${none}.${payload}.`)).toBe('NOT_AUTHORIZED')
  expect(await ask('nonsense')).toBe('NOT_AUTHORIZED')
  expect(await ask(`${await issueToken('alice')}x`)).toBe('NOT_AUTHORIZED')
})

test('without a token there is an answer in form, and the way to sign in', async () => {
  const response = await platform.fetch('/v1/user')
  expect(response.headers.get('www-authenticate')).toBe('Bearer')
  expect(await response.json()).toEqual({
    ok: false,
    code: 'NOT_AUTHORIZED',
    message: 'sign in first',
  })
})
