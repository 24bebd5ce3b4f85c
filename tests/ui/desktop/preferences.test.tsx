import { afterEach, expect, test, vi } from 'vitest'
import { readPreferences } from '../../../src/desktop/preferences.ts'

afterEach(() => {
  localStorage.clear()
  vi.unstubAllGlobals()
})

test('on a phone, too, a desktop has the size of its frame, so that its text can be read', () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  expect(readPreferences()).toEqual({ scaling: 'resize', quality: 'auto', textSize: 'auto' })
})

test('a preference from before there was a size of texts still counts', () => {
  localStorage.setItem('desktop', JSON.stringify({ scaling: 'fit', quality: 2 }))
  expect(readPreferences()).toEqual({ scaling: 'fit', quality: 2, textSize: 'auto' })
})
