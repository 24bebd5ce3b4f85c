import { expect, test } from 'vitest'
import { createRequestLog } from '../../../platform/api/request-log.ts'
import { realClock } from '../../../platform/clock.ts'
import type { HttpRequest } from '../../../platform/http/message.ts'
import { createLog } from '../../../platform/log.ts'

interface Logged {
  method: string
  url?: string
  status: number
  userId?: string
}

function logOf({ method, url = 'http://ctf.example/v1/user?secret=a', status, userId }: Logged) {
  const lines: string[] = []
  const logRequest = createRequestLog({
    metrics: { observe: () => {} } as never,
    log: createLog('debug', { write: line => void lines.push(line) }),
    clock: realClock,
  })
  const request = { method, url: new URL(url), header: () => undefined } as unknown as HttpRequest
  logRequest({ request, call: 'getUser', userId, status, begun: performance.now() })
  return lines.map(line => JSON.parse(line))
}

test.each([
  ['GET', 200, 20],
  ['GET', 404, 20],
  ['POST', 204, 30],
  ['GET', 500, 50],
  ['POST', 503, 50],
])('%s with %i is logged with the level %i', (method, status, level) => {
  expect(logOf({ method, status, userId: 'alice' })).toEqual([
    expect.objectContaining({ level, method, status, path: '/v1/user', user: 'alice' }),
  ])
})

test('nobody fills the log without a sign-in, or with long paths', () => {
  const url = `http://ctf.example/v1/${'x'.repeat(16_000)}`
  const [line] = logOf({ method: 'POST', url, status: 401 })
  expect(line.level).toBe(20)
  expect(line.path).toHaveLength(500)
})
