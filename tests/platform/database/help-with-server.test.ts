import { expect, test } from 'vitest'
import { checkServer, helpWithServer } from '../../../platform/plain-error.ts'
import { StartError } from '../../../platform/start-error.ts'

const failed = (code: string) =>
  new Error('a statement failed', { cause: Object.assign(new Error('reason'), { code }) })

test.each([
  ['EAI_AGAIN', 'write @ : / ? # % of the password as %40 %3A %2F %3F %23 %25'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'put ?sslmode=verify-full&sslrootcert=FILE behind'],
  ['28000', 'if it wants encryption, put ?sslmode=verify-full behind'],
])('organisers learn what helps if PostgreSQL fails with %s', (code, help) => {
  expect(helpWithServer(failed(code))).toContain(help)
  expect(checkServer(failed(code))).toContain(help)
})

test('of other failures only commands say what to look at', () => {
  expect(helpWithServer(failed('28P01'))).toBe(null)
  expect(checkServer(failed('28P01'))).toContain('see that the server runs')
})

test('a reason that says what to do gets no second advice', () => {
  expect(checkServer(new StartError('stop the platforms of an older version'))).toBe(null)
})
