import { expect, test } from 'vitest'
import type { Metadata } from '../../src/api/contract.ts'
import { hasExtension } from '../../src/domain/extensions.ts'
import { metadata } from '../support/fake-app.ts'

test('a backend has the extensions that it names, and no others', () => {
  const plain: Metadata = metadata
  const named = { ...plain, extensions: ['queue', 'of-the-future'] }
  expect([named, plain, null].map(one => hasExtension(one, 'queue'))).toEqual([true, false, false])
  expect(hasExtension(named, 'event')).toBe(false)
})
