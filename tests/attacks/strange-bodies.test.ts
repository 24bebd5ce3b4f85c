import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { calls } from '../../src/api/contract/every-call.ts'
import type { Call } from '../../src/api/contract.ts'
import { end, writeEvent } from '../platform/core/events.ts'
import { startPlatform, type TestPlatform } from '../platform/start-platform.ts'
import { createWrittenLog } from '../platform/written-log.ts'
import { createSimulatedClock } from '../support/simulated-clock.ts'
import { ask, statusesIn } from './raw.ts'

let platform: TestPlatform
let token: string
const { log, written } = createWrittenLog('warn')
beforeAll(async () => {
  platform = await startPlatform({
    eventFolder: await writeEvent({ desktop: { enabled: false } }),
    clock: createSimulatedClock(end.getTime() - 60_000),
    log,
    listen: true,
  })
  token = await platform.signIn('alice')
  const alice = await platform.as('alice')
  await alice('POST', '/v1/teams', { name: 'Hawks' })
  await alice('POST', '/v1/score_groups/select', { scoreGroup: 'open' })
})
afterAll(() => platform.close())

const names = ['flag', 'name', 'joinToken', 'scoreGroup', 'password']
/** An object with this value in each field that a call may read. */
const fields = (value: string) => `{${names.map(name => `"${name}":${value}`).join(',')}}`
const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map(part => Buffer.from(part as string)))
const bodies = [
  ...['', 'null', '1e999', '[]', '"x"', '{}', '{"flag":"x'],
  ...['1e999', '-0', 'null', '[[]]', '{"__proto__":1}', '"\\ud800"', '"\\u202e"', '""'].map(fields),
  '{"__proto__":{"flag":"x","name":"x"},"constructor":{"prototype":{"name":"y"}}}',
  '['.repeat(60_000),
  '{"a":'.repeat(10_000) + '1'.padEnd(10_001, '}'),
  fields('['.repeat(6000) + ']'.repeat(6000)),
  bytes('{"flag":"', [0xff, 0xc0, 0x80, 0xed, 0xa0, 0x80], '"}'),
  Buffer.from('\ufeff{"flag":"x"}', 'utf16le'),
  gzipSync(Buffer.alloc(50_000_000)),
]
const kinds = [
  ['Content-Type: application/json'],
  ['Content-Type: text/plain; charset=utf-16', 'Content-Type: application/json'],
  ['Content-Encoding: gzip'],
]

const every: [string, Call][] = Object.entries(calls)
test.each(every)('whatever comes as its body, %s is answered', async (_, call) => {
  const query = (call.query ?? []).map(name => `${name}=misc`).join('&')
  const path = `${call.path.replaceAll(/\{\w+\}/g, 'plain')}?${query}`
  const statuses = new Set<number | undefined>()
  for (const body of bodies) {
    for (const kind of kinds) {
      const sent = Buffer.from(body as string)
      const lines = [
        `${call.method} ${path} HTTP/1.1`,
        ...['Host: 127.0.0.1', 'Connection: close', `Authorization: Bearer ${token}`],
        ...kind,
        `Content-Length: ${sent.length}`,
      ]
      const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`)
      statuses.add(statusesIn(await ask(platform.port, Buffer.concat([head, sent])))[0])
    }
  }
  expect([...statuses].filter(status => !status || status >= 500)).toEqual([])
  expect(written()).toBe('')
})
