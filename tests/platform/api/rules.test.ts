import { expect, test } from 'vitest'
import { requireNotOver, requireNotStarted, requireStarted } from '../../../platform/api/rules.ts'
import type { EventDefinition } from '../../../platform/event/model.ts'

const start = new Date('2026-05-01T09:00:00Z')
const postPlayEnd = new Date('2026-05-04T09:00:00Z')
const event = { start, postPlayEnd } as EventDefinition
const before = (time: Date) => new Date(time.getTime() - 1)
const refusal = { code: 'TIME_RESTRICTED' }

test('an event starts at its start, and a team can be left until then', () => {
  expect(() => requireStarted(event, before(start))).toThrow(expect.objectContaining(refusal))
  requireNotStarted(event, before(start))
  requireStarted(event, start)
  expect(() => requireNotStarted(event, start)).toThrow(expect.objectContaining(refusal))
})

test('an event is over at the end of its post play', () => {
  requireNotOver(event, before(postPlayEnd))
  expect(() => requireNotOver(event, postPlayEnd)).toThrow(expect.objectContaining(refusal))
})
