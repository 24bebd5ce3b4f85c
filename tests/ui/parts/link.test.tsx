import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Profiler } from 'react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { waitFor } from 'xstate'
import { navigation } from '../../../src/browser/navigation.ts'
import { AppProvider } from '../../../src/ui/app-context.tsx'
import { Link } from '../../../src/ui/controls/link.tsx'
import { PageButton } from '../../../src/ui/controls/link-button.tsx'
import { createFakeApp } from '../../support/fake-app.ts'

// A new entry, since tests of other files may have gone back: then the next page would take an entry's place.
beforeEach(() => history.pushState(null, '', '/'))

async function show(onRender = () => {}) {
  const { app } = createFakeApp({ path: '/', device: { navigation } })
  onTestFinished(() => {
    cleanup()
    // It would follow the history of the next test.
    app.stop()
  })
  const onOpen = vi.fn(() => location.pathname)
  await waitFor(app, ({ context }) => context.page !== null)
  render(
    <AppProvider app={app}>
      <Profiler id="link" onRender={onRender}>
        <Link href="/scoreboard?from=home">Scoreboard</Link>
      </Profiler>
      <PageButton href="/scoreboard?from=home" onOpen={onOpen}>
        Go to the scoreboard
      </PageButton>
    </AppProvider>,
  )
  const [link, button] = screen.getAllByRole('link')
  if (!link || !button) throw new Error('There are two links.')
  return { app, link, button, onOpen }
}

/** Whether the browser itself would follow the link after a click on it. */
const click = (link: HTMLElement, options?: object) => fireEvent.click(link, options)

test.for(['link', 'button'] as const)(
  'a click on a %s opens the page in this tab, without loading the app again',
  async look => {
    const { app, [look]: link } = await show()
    const before = history.length
    expect(click(link)).toBe(false)
    expect(location.pathname + location.search).toBe('/scoreboard?from=home')
    expect(history.length).toBe(before + 1)
    expect(app.getSnapshot().context.page).toEqual({ name: 'scoreboard' })
  },
)

test('a link says that its page opens before it does', async () => {
  const { button, onOpen } = await show()
  click(button)
  expect(onOpen).toHaveReturnedWith('/')
})

test.for([
  { ctrlKey: true },
  { metaKey: true },
  { altKey: true },
  { shiftKey: true },
  { button: 1 },
])('the browser follows a link that is clicked with %o', async options => {
  const { button, onOpen } = await show()
  let isTaken: boolean | undefined
  const look = (event: Event) => {
    isTaken = event.defaultPrevented
    // jsdom opens no page.
    event.preventDefault()
  }
  addEventListener('click', look, { once: true })
  click(button, options)
  expect([isTaken, location.pathname]).toEqual([false, '/'])
  expect(onOpen).not.toHaveBeenCalled()
})

test('links do not render when another page is opened: there may be a thousand', async () => {
  const onRender = vi.fn()
  const { link } = await show(onRender)
  click(link)
  expect(location.pathname).toBe('/scoreboard')
  expect(onRender).toHaveBeenCalledOnce()
})
