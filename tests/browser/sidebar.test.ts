import { expect, test } from 'vitest'
import { readSidebar } from '../../src/browser/sidebar.ts'
import { defaultPreferences } from '../../src/machines/sidebar/machine.ts'

test('what an older build stored of the sidebar still counts', () => {
  expect(readSidebar(JSON.stringify({ filter: 'rsa', hidesSolved: true }))).toEqual({
    filter: 'rsa',
    hidesSolved: true,
    folded: [],
    guide: {},
  })
})

test('what is stored of the sidebar is read again as it was', () => {
  const chosen = {
    filter: 'rsa',
    hidesSolved: true,
    folded: ['web'],
    guide: { howTo: 'open', rules: 'folded' },
  } as const
  for (const one of [chosen, defaultPreferences])
    expect(readSidebar(JSON.stringify(one))).toEqual(one)
  expect(readSidebar(null)).toBe(null)
})
