import { afterEach, expect, test, vi } from 'vitest'
import { readPreferences } from '../../../src/desktop/preferences.ts'

afterEach(() => {
  localStorage.clear()
  vi.unstubAllGlobals()
})

test('on a phone, too, a desktop has the size of its frame, so that its text can be read', () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  expect(readPreferences()).toEqual({ scaling: 'resize', quality: 'auto' })
})
