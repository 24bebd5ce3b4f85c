import fc from 'fast-check'
import { expect, test } from 'vitest'
import { share } from '../../../src/machines/resource/share.ts'

/** Values that are often equal. */
const value = fc.letrec(tie => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(null, 0, 1, 'a', 'b', true),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('x', 'y', 'z'), tie('value'), { maxKeys: 3 }),
  ),
})).value

test('the shared value is the new one, whatever the old one was', () => {
  fc.assert(
    fc.property(value, value, (old, next) => {
      const before = structuredClone([old, next])
      expect(share(old, next)).toEqual(next)
      expect([old, next]).toEqual(before)
    }),
    { numRuns: 1000 },
  )
})

test('equal parts keep their old reference, in whole and in part', () => {
  fc.assert(
    fc.property(value, value, (old, other) => {
      expect(share(old, structuredClone(old))).toBe(old)
      const shared = share({ old, other }, structuredClone({ old, other: [other] })) as {
        old: unknown
      }
      expect(shared.old).toBe(old)
    }),
    { numRuns: 1000 },
  )
})
