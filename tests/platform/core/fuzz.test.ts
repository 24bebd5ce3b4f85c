import fc from 'fast-check'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { calls } from '../../../src/api/contract/every-call.ts'
import {
  type Call,
  commonCodes,
  ErrorBody,
  type ErrorCode,
  errorStatus,
} from '../../../src/api/contract.ts'
import { repeats } from '../../support/depth.ts'
import { createSimulatedClock } from '../../support/simulated-clock.ts'
import { fieldsOf, pathParams } from '../conformance/sample.ts'
import { startPlatform, type TestPlatform } from '../start-platform.ts'
import { during, writeEvent } from './events.ts'
import { idleEngine } from './idle-engine.ts'

const numRuns = repeats(300, 4_000)

let platform: TestPlatform
const tokens: string[] = ['', 'nonsense']
beforeAll(async () => {
  platform = await startPlatform({
    eventFolder: await writeEvent({ desktop: { enabled: false } }),
    clock: createSimulatedClock(during),
    // Other tests start real environments.
    environmentDriver: idleEngine,
  })
  // One without a team, one without a group, and participants of a group.
  for (const name of ['alone', 'teamed', 'grouped', 'other']) {
    const call = await platform.as(name)
    if (name !== 'alone') await call('POST', '/v1/teams', { name })
    if (name === 'grouped' || name === 'other')
      await call('POST', '/v1/score_groups/select', { scoreGroup: 'open' })
    tokens.push(await platform.signIn(name))
  }
})
afterAll(() => platform.close())

const everyCall: readonly Call[] = Object.values(calls)
const fieldNames = everyCall.flatMap(call => Object.keys(fieldsOf(call)))
const paramNames = everyCall.flatMap(call => [...pathParams(call), ...(call.query ?? [])])

const known = fc.constantFrom('misc', 'net', 'plain', 'bound', 'second', 'none', 'open', 'closed')
const word = fc.oneof(known, fc.string(), fc.string({ unit: 'binary', maxLength: 300 }))
const value = fc.oneof(word, fc.constant('TEST{plain}'), fc.constant('sesame'), fc.jsonValue())
const body = fc.oneof(
  fc.record(Object.fromEntries(fieldNames.map(name => [name, value])), { requiredKeys: [] }),
  fc.jsonValue(),
)
const text = fc.oneof(
  { weight: 8, arbitrary: body.map(one => JSON.stringify(one)) },
  { weight: 1, arbitrary: fc.string() },
)
const names = Object.keys(calls)

const attempt = fc.record({
  name: fc.constantFrom(...names),
  params: fc.dictionary(fc.constantFrom(...new Set(paramNames)), word),
  text,
  token: fc.nat(),
  key: fc.option(word),
})

test('whatever is asked is answered in form, and never by a 500', {
  timeout: 600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(attempt, async ({ name, params, text, token, key }) => {
      const call: Call = calls[name as keyof typeof calls]
      const path = call.path.replace(/\{(\w+)\}/g, (_, part: string) => encode(params[part] || 'x'))
      const query = new URLSearchParams(
        Object.entries(params).map(([k, p]) => [k, p.toWellFormed()]),
      )
      const headers = new Headers({ authorization: `Bearer ${tokens[token % tokens.length]}` })
      if (key && /^[\x20-\x7e]+$/.test(key)) headers.set('idempotency-key', key)
      const response = await platform.fetch(`${path}?${query}`, {
        method: call.method,
        headers,
        ...(call.body && { body: text }),
      })
      const answer = await response.text()
      expect(response.status).toBeLessThan(500)
      if (response.status >= 400) {
        const { code } = v.parse(ErrorBody, JSON.parse(answer))
        expect(response.status).toBe(errorStatus[code])
        const allowed: ErrorCode[] = [...commonCodes, ...call.codes, 'NOT_FOUND']
        expect(allowed).toContain(code)
      } else if (call.answer && !call.type) v.parse(call.answer, JSON.parse(answer))
    }),
    { numRuns },
  )
})

// A path of dots only would become another path.
const encode = (text: string) => encodeURIComponent(text.toWellFormed()).replace(/^\.+$/, 'dots')
