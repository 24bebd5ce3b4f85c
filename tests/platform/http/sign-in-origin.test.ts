import { expect, test } from 'vitest'
import { whyNoSignIn } from '../../../platform/http/sign-in-origin.ts'

test.for([
  ['https://ctf.example.org', '127.0.0.1'],
  ['https://192.0.2.2', '0.0.0.0'],
  ['http://127.0.0.1:8080', '127.0.0.1'],
  ['http://localhost:8080', 'localhost'],
  ['http://play.localhost:8080', '127.0.0.1'],
  ['http://[::1]:8080', '::1'],
] as const)('%s, listening on %s: nothing is known against a sign-in', ([origin, host]) => {
  expect(whyNoSignIn({ origin, host })).toBe(null)
})

test.for([
  ['http://192.0.2.2:8080', '0.0.0.0'],
  ['http://ctf.example.org', '127.0.0.1'],
  ['http://localhost.example.org', '127.0.0.1'],
  ['http://[2001:db8::1]', '::'],
] as const)('%s, listening on %s: nobody can sign in', ([origin, host]) => {
  expect(whyNoSignIn({ origin, host })).toContain('nobody can sign in: browsers need HTTPS')
})

test.for([
  ['http://127.0.0.1:8080', '0.0.0.0'],
  ['https://localhost:8443', '::'],
  ['http://127.0.0.1:8080', '192.0.2.2'],
] as const)('%s, listening on %s: others cannot sign in', ([origin, host]) => {
  expect(whyNoSignIn({ origin, host })).toContain('others cannot sign in: give --origin')
})
