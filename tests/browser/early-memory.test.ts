import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetRemembered, readRemembered, remember } from '../../src/api/early/memory.ts'
import { createStorage } from '../support/storage.ts'

beforeEach(() => {
  vi.stubGlobal('localStorage', createStorage())
})
afterEach(() => vi.unstubAllGlobals())

test('a page is asked early for what the last one read, of that which not every event has', () => {
  expect(readRemembered()).toEqual(['/v1/user/team'])
  for (const path of ['/v1/user', '/v1/categories/', '/v1/event', '/v1/categories/']) remember(path)
  expect(readRemembered()).toEqual(['/v1/categories/', '/v1/event'])
  forgetRemembered()
  expect(readRemembered()).toEqual(['/v1/user/team'])
})
