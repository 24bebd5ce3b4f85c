// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'
import { storedSessionKey } from '../../src/api/sign-in/session-key.ts'
import { readStoredSession } from '../../src/api/sign-in/stored-session.ts'

const client = { oidcIssuerUrl: 'https://id.example', oidcClientId: 'app' }
const stored = { access_token: 'token', expires_at: 60, profile: { sub: 'user-1' } }

const read = (text: string) => {
  sessionStorage.setItem(storedSessionKey(client), text)
  return readStoredSession(client)
}

beforeEach(() => sessionStorage.clear())

test('the session of the tab is read', () => {
  expect(read(JSON.stringify(stored))).toEqual({ accessToken: 'token', expiresAt: 60_000 })
})

test('what could never be renewed is no session, so that the sign-in begins', () => {
  const others = [undefined, null, {}, { sub: 1 }].map(profile => ({ ...stored, profile }))
  const texts = ['', '{', 'null', '[]', ...others.map(other => JSON.stringify(other))]
  expect(texts.map(read)).toEqual(texts.map(() => null))
})

test('a token that no header can carry is no session', () => {
  const texts = ['', 'to ken', 'tok\nen', 'tokén', '🏁'].map(token =>
    JSON.stringify({ ...stored, access_token: token }),
  )
  expect(texts.map(read)).toEqual(texts.map(() => null))
})
