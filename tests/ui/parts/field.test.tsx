import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { Field } from '../../../src/ui/controls/field.tsx'
import { PasswordField } from '../../../src/ui/controls/password-field.tsx'
import { Select } from '../../../src/ui/controls/select.tsx'
import { iconsIn } from '../../support/icons.ts'

afterEach(cleanup)

const describedBy = (element: HTMLElement) =>
  (element.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map(id => document.getElementById(id)?.textContent)

test('an input is described by its note and its error, and is invalid only with an error', () => {
  const { rerender } = render(<Field label="Team name" note="Visible to all" />)
  const input = screen.getByLabelText('Team name')
  expect(describedBy(input)).toEqual(['Visible to all', ''])
  expect(input.getAttribute('aria-invalid')).toBe('false')

  rerender(<Field label="Team name" note="Visible to all" error="The name cannot be empty." />)
  expect(describedBy(input)).toEqual(['Visible to all', 'The name cannot be empty.'])
  expect(input.getAttribute('aria-invalid')).toBe('true')
})

test('an error is announced: its live region stands there before it does', () => {
  const { container, rerender } = render(<Field label="Join token" />)
  const region = container.querySelector('[aria-live="polite"]')
  rerender(<Field label="Join token" error="The provided token is wrong." />)
  expect(region?.textContent).toBe('The provided token is wrong.')
})

test('a hidden label still names its input', () => {
  render(<Field label="Find a name" hideLabel />)
  screen.getByRole('textbox', { name: 'Find a name' })
})

test('nothing corrects a flag while it is typed', () => {
  render(<Field label="Flag" mono />)
  const { autocapitalize, autocomplete, spellcheck } = Object.fromEntries(
    Array.from(screen.getByLabelText('Flag').attributes, ({ name, value }) => [name, value]),
  )
  expect({ autocapitalize, autocomplete, spellcheck }).toEqual({
    autocapitalize: 'off',
    autocomplete: 'off',
    spellcheck: 'false',
  })
})

test('a password can be looked at, and hidden again', async () => {
  render(<PasswordField label="Password" showLabel="Show" hideTextLabel="Hide" />)
  const type = () => screen.getByLabelText('Password').getAttribute('type')
  expect(type()).toBe('password')
  expect(iconsIn(screen.getByRole('button', { name: 'Show' }))).toEqual(['eyeIcon'])
  await userEvent.click(screen.getByRole('button', { name: 'Show' }))
  expect(type()).toBe('text')
  // It is a text now, and would be corrected like one.
  expect(screen.getByLabelText('Password').getAttribute('spellcheck')).toBe('false')
  expect(iconsIn(screen.getByRole('button', { name: 'Hide' }))).toEqual(['eyeOffIcon'])
  await userEvent.click(screen.getByRole('button', { name: 'Hide' }))
  expect(type()).toBe('password')
})

test('a select gives the value of the chosen option', async () => {
  const onChange = vi.fn<(value: 'en' | 'de') => void>()
  const options = [
    { value: 'en', label: 'English' },
    { value: 'de', label: 'Deutsch' },
  ] as const
  render(<Select label="Language" value="en" options={options} onChange={onChange} />)
  await userEvent.selectOptions(screen.getByLabelText('Language'), 'Deutsch')
  expect(onChange.mock.calls).toEqual([['de']])
})
