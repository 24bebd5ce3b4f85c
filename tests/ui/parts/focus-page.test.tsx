import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { giveFocusToPage } from '../../../src/ui/layout/focus-page.ts'

afterEach(cleanup)

/** A button that is replaced by what it brings. */
function Page({ brought }: { brought: React.ReactNode }) {
  const [isThere, setThere] = useState(false)
  return (
    <main>
      <h1>Scoreboard</h1>
      {isThere ? (
        brought
      ) : (
        <button type="button" ref={giveFocusToPage} onClick={() => setThere(true)}>
          Try again
        </button>
      )}
    </main>
  )
}

test.each([
  ['the heading of the page gets the focus', <p key="text">Entries</p>, 'H1'],
  [
    'what takes the focus itself keeps it',
    <input key="field" ref={field => field?.focus()} />,
    'INPUT',
  ],
])('after a button that is gone, %s', async (_, brought, focused) => {
  render(<Page brought={brought} />)
  await userEvent.click(screen.getByRole('button'))
  expect(document.activeElement?.tagName).toBe(focused)
})

test('a button that is gone without the focus moves it nowhere', async () => {
  render(<Page brought={<p>Entries</p>} />)
  const button = screen.getByRole('button')
  await act(async () => button.click())
  expect(document.activeElement).toBe(document.body)
})
