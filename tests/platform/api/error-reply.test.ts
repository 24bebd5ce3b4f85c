import { expect, test } from 'vitest'
import { errorReply } from '../../../platform/api/error-reply.ts'
import { createLog } from '../../../platform/log.ts'

const replyTo = (code: string) =>
  errorReply(Object.assign(new Error('no'), { code }), createLog('silent'))

test('while the database is away, a client may come back two seconds later', () => {
  const { status, headers } = replyTo('57P01')
  expect([status, headers['retry-after']]).toEqual([503, '2'])
})

test('a client does not come back for an error of the platform', () => {
  const { status, headers } = replyTo('42P01')
  expect([status, headers['retry-after']]).toEqual([500, undefined])
})
