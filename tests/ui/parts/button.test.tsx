import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { FormEvent } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { Button } from '../../../src/ui/controls/button.tsx'

afterEach(cleanup)

test('a busy button takes no second click', async () => {
  const onClick = vi.fn()
  const { rerender } = render(<Button onClick={onClick}>Start</Button>)
  await userEvent.click(screen.getByRole('button'))
  rerender(
    <Button busy onClick={onClick}>
      Start
    </Button>,
  )
  await userEvent.click(screen.getByRole('button'))
  expect(onClick).toHaveBeenCalledTimes(1)
})

test('Enter in a form does not submit while its button is busy', async () => {
  const onSubmit = vi.fn((event: FormEvent) => event.preventDefault())
  const form = (busy: boolean) => (
    <form onSubmit={onSubmit}>
      <input aria-label="Flag" />
      <Button type="submit" busy={busy}>
        Submit
      </Button>
    </form>
  )
  const { rerender } = render(form(false))
  await userEvent.type(screen.getByLabelText('Flag'), '{Enter}')
  rerender(form(true))
  await userEvent.type(screen.getByLabelText('Flag'), '{Enter}')
  expect(onSubmit).toHaveBeenCalledTimes(1)
})

test('a button in a form does not send it, unless that is what it is for', async () => {
  const onSubmit = vi.fn((event: FormEvent) => event.preventDefault())
  render(
    <form onSubmit={onSubmit}>
      <Button>Show</Button>
    </form>,
  )
  await userEvent.click(screen.getByRole('button'))
  expect(onSubmit).not.toHaveBeenCalled()
})

test('a busy button keeps focus, says that it is busy, and keeps its name', async () => {
  const { rerender } = render(<Button>Start</Button>)
  screen.getByRole('button').focus()
  rerender(<Button busy>Start</Button>)
  const button = screen.getByRole('button', { name: 'Start' })
  expect(document.activeElement).toBe(button)
  expect(button.getAttribute('aria-busy')).toBe('true')
  expect(button.getAttribute('aria-disabled')).toBe('true')
})

test('the label of what is in progress stands in while busy, and only then', () => {
  const { rerender } = render(<Button busyLabel="Starting…">Start</Button>)
  screen.getByRole('button', { name: 'Start' })
  rerender(
    <Button busy busyLabel="Starting…">
      Start
    </Button>,
  )
  screen.getByRole('button', { name: 'Starting…' })
})
