import { cleanup, createEvent, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Dialog } from '../../../src/ui/controls/dialog.tsx'

// jsdom has no modal dialogs; the browser tests check what a browser does with the focus.
beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.setAttribute('open', '')
  }
  HTMLDialogElement.prototype.close = function close() {
    if (!this.open) return
    this.removeAttribute('open')
    queueMicrotask(() => this.dispatchEvent(new Event('close')))
  }
})
afterEach(cleanup)

const dialog = () => screen.getByRole<HTMLDialogElement>('dialog', { hidden: true })
const pressEscape = (target: Element) => {
  const event = createEvent('cancel', target, { cancelable: true })
  fireEvent(target, event)
  return event
}

test('a dialog is named by its title, and its content exists only while it is open', () => {
  const view = (open: boolean) => (
    <Dialog open={open} title="Connect to the VPN" onClose={() => {}} closeLabel="Close">
      Guide
    </Dialog>
  )
  const { rerender } = render(view(false))
  expect(screen.queryByText('Guide')).toBeNull()
  rerender(view(true))
  expect(screen.getByRole('dialog', { name: 'Connect to the VPN' }).textContent).toContain('Guide')
  rerender(view(false))
  expect([dialog().open, screen.queryByText('Guide')]).toEqual([false, null])
})

test('a dialog without a way to close it is described by its text: there is no control that gets the focus', () => {
  render(
    <Dialog open title="Offline">
      Check your connection.
    </Dialog>,
  )
  const name = { name: 'Offline', description: 'Check your connection.' }
  expect(screen.getByRole('dialog', name)).toBeDefined()
})

test('Escape and the close button ask to close, and the owner of the state decides', async () => {
  const onClose = vi.fn()
  render(
    <Dialog open title="Debug" onClose={onClose} closeLabel="Close">
      Ids
    </Dialog>,
  )
  expect(pressEscape(dialog()).defaultPrevented).toBe(true)
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect([onClose.mock.calls.length, dialog().open]).toEqual([2, true])
})

test('the second click of a double-click that opened a dialog does not close it, and the next one does', () => {
  const onClose = () => {}
  render(
    <Dialog open title="Hint 2" onClose={onClose} closeLabel="Close">
      30 points
    </Dialog>,
  )
  // The browser closes a dialog by itself whose `closedBy` is `any`, when the pointer goes up.
  const closedByAfter = (detail: number) => {
    fireEvent.mouseDown(dialog(), { detail })
    return dialog().closedBy
  }
  expect([closedByAfter(2), closedByAfter(1)]).toEqual(['', 'any'])
})

test('closing by the owner does not ask to close again', async () => {
  const onClose = vi.fn()
  const view = (open: boolean) => (
    <Dialog open={open} title="Debug" onClose={onClose} closeLabel="Close">
      Ids
    </Dialog>
  )
  const { rerender } = render(view(true))
  rerender(view(false))
  await Promise.resolve()
  expect(onClose).not.toHaveBeenCalled()
})

test('a dialog without onClose has no close button, and neither Escape nor the browser closes it', async () => {
  render(
    <Dialog open title="Network connectivity issues">
      2 requests will be retried.
    </Dialog>,
  )
  expect(screen.queryByRole('button')).toBeNull()
  expect(dialog().getAttribute('closedby')).toBe('none')
  expect(pressEscape(dialog()).defaultPrevented).toBe(true)
  dialog().close()
  await Promise.resolve()
  expect(dialog().open).toBe(true)
})
