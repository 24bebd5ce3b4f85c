import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { Tooltip } from '../../../src/ui/layout/tooltip.tsx'

const { prototype } = HTMLElement

/** jsdom has no popovers. */
beforeEach(() => {
  prototype.showPopover = function showPopover() {
    this.dataset.open = ''
  }
  prototype.hidePopover = function hidePopover() {
    delete this.dataset.open
  }
})
afterEach(() => {
  cleanup()
  Reflect.deleteProperty(prototype, 'showPopover')
  Reflect.deleteProperty(prototype, 'hidePopover')
})

test.each([
  ['names its control goes', true, false],
  ['explains its control stays', false, true],
])('a tooltip that %s when that is pressed', (_, names, isOpen) => {
  render(
    <Tooltip text="Menu" names={names}>
      <button type="button" aria-label="Menu" />
    </Tooltip>,
  )
  const tip = screen.getByRole('tooltip', { hidden: true })
  fireEvent.mouseOver(screen.getByRole('button'))
  expect('open' in tip.dataset).toBe(true)
  fireEvent.click(screen.getByRole('button'))
  expect('open' in tip.dataset).toBe(isOpen)
})

test.each([
  ['names', true, 'true', false],
  ['explains', false, null, true],
])('a tooltip that %s its control is read once', (_, names, hidden, describes) => {
  render(
    <Tooltip text="Menu" names={names}>
      <button type="button" aria-label="Menu" />
    </Tooltip>,
  )
  const tip = screen.getByRole('tooltip', { hidden: true })
  const described = screen.getByRole('button').getAttribute('aria-describedby')
  expect([tip.getAttribute('aria-hidden'), described === tip.id]).toEqual([hidden, describes])
})

test('the first Escape closes the tooltip, and nothing around it', () => {
  const { matches } = prototype
  // jsdom does not know this selector.
  prototype.matches = function isMatch(this: HTMLElement, selector: string) {
    return selector === ':popover-open' ? 'open' in this.dataset : matches.call(this, selector)
  } as typeof matches
  onTestFinished(() => {
    prototype.matches = matches
  })
  render(
    <Tooltip text="Menu">
      <button type="button" aria-label="Menu" />
    </Tooltip>,
  )
  const tip = screen.getByRole('tooltip', { hidden: true })
  const control = screen.getByRole('button')
  fireEvent.mouseOver(control)
  // It returns whether the browser would go on.
  expect([fireEvent.keyDown(control, { key: 'Escape' }), 'open' in tip.dataset]).toEqual([
    false,
    false,
  ])
  expect(fireEvent.keyDown(control, { key: 'Escape' })).toBe(true)
})
