import { expect, test } from 'vitest'
import { errorReply } from '../../../platform/api/error-reply.ts'
import { createWrittenLog } from '../written-log.ts'

function answerTo(error: Error) {
  const { log, written } = createWrittenLog('error')
  return { ...errorReply(error, log), written: written() }
}
const replyTo = (code: string) => answerTo(Object.assign(new Error('no'), { code }))

test.each([
  ['is away', '57P01'],
  ['has a full disk', '53100'],
])('while the database %s, a client may come back two seconds later', (_, code) => {
  const { status, headers } = replyTo(code)
  expect([status, headers['retry-after']]).toEqual([503, '2'])
})

test('a client does not come back for an error of the platform', () => {
  const { status, headers } = replyTo('42P01')
  expect([status, headers['retry-after']]).toEqual([500, undefined])
})

test('what failed is in the log, and not in the reply', () => {
  const { body, written } = answerTo(new Error('/srv/guidon is not there'))
  expect(written).toContain('/srv/guidon is not there')
  expect(body).not.toContain('/srv/guidon')
})
