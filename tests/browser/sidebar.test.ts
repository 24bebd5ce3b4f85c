import { expect, test } from 'vitest'
import { readSidebar } from '../../src/browser/sidebar.ts'

test('what an older build stored of the sidebar still counts', () => {
  expect(readSidebar(JSON.stringify({ filter: 'rsa', hidesSolved: true }))).toEqual({
    ...{ filter: 'rsa', hidesSolved: true },
    ...{ folded: [], guide: {} },
  })
})
