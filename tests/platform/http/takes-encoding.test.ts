import { expect, test } from 'vitest'
import { takesEncoding } from '../../../platform/http/takes-encoding.ts'

test.each([
  ['gzip, deflate, br', true],
  ['br;q=1.0, GZIP ; q=0.5', true],
  ['gzip;q=0.001', true],
  ['gzip;q=0', false],
  ['gzip; q=0.000, br', false],
  ['x-gzip, gzipped', false],
  ['', false],
  [undefined, false],
])('whether %j takes gzip: %j', (accepted, isTaken) => {
  expect(takesEncoding(accepted, 'gzip')).toBe(isTaken)
})
