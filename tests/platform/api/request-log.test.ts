import { expect, test } from 'vitest'
import { createRequestLog } from '../../../platform/api/request-log.ts'
import { realClock } from '../../../platform/clock.ts'
import type { HttpRequest } from '../../../platform/http/message.ts'
import { createLog } from '../../../platform/log.ts'

test.each([
  ['GET', 200, 20],
  ['GET', 404, 20],
  ['POST', 204, 30],
  ['GET', 500, 50],
  ['POST', 503, 50],
])('%s with %i is logged with the level %i', (method, status, level) => {
  const lines: string[] = []
  const logRequest = createRequestLog({
    metrics: { observe: () => {} } as never,
    log: createLog('debug', { write: line => void lines.push(line) }),
    clock: realClock,
  })
  const url = new URL('http://ctf.example/v1/user?secret=a')
  const request = { method, url, header: () => undefined } as unknown as HttpRequest
  logRequest({ request, call: 'getUser', userId: 'alice', status, begun: performance.now() })
  expect(lines.map(line => JSON.parse(line))).toEqual([
    expect.objectContaining({ level, method, status, path: '/v1/user', user: 'alice' }),
  ])
})
