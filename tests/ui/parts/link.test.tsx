import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Profiler } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Link } from '../../../src/ui/controls/link.tsx'

beforeEach(() => history.replaceState(null, '', '/'))
afterEach(cleanup)

const show = (onRender = () => {}) => {
  render(
    <Profiler id="link" onRender={onRender}>
      <Link href="/my-team?tab=history">Your team</Link>
    </Profiler>,
  )
  return screen.getByRole('link', { name: 'Your team' })
}

/** Whether the browser itself would follow the link after a click on it. */
const click = (link: HTMLElement, options?: object) => fireEvent.click(link, options)

test('a click opens the page in this tab, without loading the app again', () => {
  const before = history.length
  expect(click(show())).toBe(false)
  expect(location.pathname + location.search).toBe('/my-team?tab=history')
  expect(history.length).toBe(before + 1)
})

test.each([
  { ctrlKey: true },
  { metaKey: true },
  { altKey: true },
  { shiftKey: true },
  { button: 1 },
])('the browser follows a link that is clicked with %o', options => {
  const link = show()
  let isTaken: boolean | undefined
  const look = (event: Event) => {
    isTaken = event.defaultPrevented
    // jsdom opens no page.
    event.preventDefault()
  }
  addEventListener('click', look, { once: true })
  click(link, options)
  expect(isTaken).toBe(false)
  expect(location.pathname).toBe('/')
})

test('links do not render when another page is opened: there may be a thousand', () => {
  const onRender = vi.fn()
  click(show(onRender))
  expect(location.pathname).toBe('/my-team')
  expect(onRender).toHaveBeenCalledOnce()
})
