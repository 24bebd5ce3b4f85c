import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { FocusOnPageChange } from '../../../src/ui/pages/focus-on-page-change.tsx'

afterEach(cleanup)

/** Shows a page after another one; null: it is the first. @returns what has the focus then */
function focusedAfter(previous: string | null, isTriedAgain = false) {
  const last = { current: previous }
  const { rerender } = render(<main tabIndex={-1} />)
  if (isTriedAgain) document.querySelector('main')?.focus()
  rerender(
    <main tabIndex={-1}>
      <h1>Scoreboard</h1>
      <FocusOnPageChange page="scoreboard" last={last} />
    </main>,
  )
  return [document.activeElement?.tagName, last.current]
}

test('the heading of the next page gets the focus, and that of the first one does not', () => {
  expect(focusedAfter('home')).toEqual(['H1', 'scoreboard'])
  cleanup()
  expect(focusedAfter(null)).toEqual(['BODY', 'scoreboard'])
})

test('a first page that was tried again gives the focus from its place to its heading', () => {
  expect(focusedAfter(null, true)).toEqual(['H1', 'scoreboard'])
})
