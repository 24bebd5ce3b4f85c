import { expect, test } from 'vitest'
import { canExtend, extendableFromIn } from '../../../platform/runtime/lease-terms.ts'
import { leaseTerms, minute } from '../../support/lease-terms.ts'

const ten = Date.parse('2026-05-01T10:00:00Z')
const stop = new Date(ten).toISOString()
const late = leaseTerms({ end: ten + 600 * minute })

test('a lease says from when on it can be extended, and can be from then on until it ends', () => {
  expect(extendableFromIn(stop, late)).toBe('2026-05-01T09:45:00.000Z')
  const canAt = (minutes: number) =>
    canExtend({ stopAt: ten, now: () => ten + minutes * minute, terms: late })
  expect([-15.01, -15, -0.01, 0].map(canAt)).toEqual([false, true, true, false])
})

test('a lease that ends with the event, or that does not run, is never extendable', () => {
  const terms = leaseTerms({ end: ten })
  expect(extendableFromIn(stop, terms)).toBe(null)
  expect(canExtend({ stopAt: ten, now: () => ten - minute, terms })).toBe(false)
  expect(extendableFromIn(null, late)).toBe(null)
  expect(canExtend({ stopAt: null, now: () => 0, terms: late })).toBe(false)
})
