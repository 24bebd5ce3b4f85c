import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { fromCallback } from 'xstate'
import type { Navigate } from '../../../src/machines/navigation/events.ts'
import { statsOf } from '../../support/challenge.ts'
import { iconsIn } from '../../support/icons.ts'
import { ref, showApp } from '../shell/show.tsx'

afterEach(cleanup)

async function open(options: Parameters<typeof showApp>[0] = {}) {
  const paths: string[] = []
  const navigation = fromCallback<Navigate>(({ receive, sendBack }) => {
    sendBack({ type: 'location.changed', path: '/nowhere' } as never)
    receive(({ path }) => paths.push(path))
  })
  const shown = await showApp({ ...options, device: { navigation: navigation as never } })
  await act(async () => shown.pressShortcut())
  const dialog = within(await screen.findByRole('dialog', { name: 'Jump to' }))
  const input = dialog.getByRole('combobox')
  return { ...shown, dialog, input, paths, user: userEvent.setup() }
}

const list = () => within(screen.getByRole('listbox'))
const options = () => list().queryAllByRole('option')
const marked = () => list().getByRole('option', { selected: true })
const names = () => options().map(one => one.querySelector('span')?.textContent)

test('the shortcut opens it over any page, with all pages and challenges', async () => {
  const { input } = await open()
  expect(names()).toEqual(['Home', 'Scoreboard', 'Flag Calendar', 'Login', 'Shop of Horrors'])
  expect(marked()).toBe(options()[0])
  expect(input.getAttribute('aria-activedescendant')).toBe(marked().id)
  expect(options().map(one => iconsIn(one))).toEqual([
    ...[['home'], ['trophy'], ['calendar'], ['flag'], ['flag']],
  ])
})

test('the field says that it narrows the list of results', async () => {
  const { dialog } = await open()
  const input = dialog.getByRole('combobox', { name: 'Page or challenge' })
  const { id } = dialog.getByRole('listbox', { name: 'Results' })
  expect([input.getAttribute('aria-controls'), input.ariaAutoComplete]).toEqual([id, 'list'])
  expect(dialog.getByText('Use the arrow keys to choose and Enter to open.')).toBeDefined()
})

test('Page Down marks the last entry, and Page Up the first', async () => {
  const { input, user } = await open()
  await user.type(input, '{PageDown}')
  expect(marked()).toBe(options().at(-1))
  await user.type(input, '{PageUp}')
  expect(marked()).toBe(options()[0])
})

test('the arrow keys go one down and one up, and the marked entry stays in sight', async () => {
  const { input, user } = await open()
  const seen: (string | null)[] = []
  const { prototype } = HTMLElement
  // jsdom does not have it.
  prototype.scrollIntoView = function scrollIntoView() {
    seen.push(this.id)
  }
  onTestFinished(() => void Reflect.deleteProperty(prototype, 'scrollIntoView'))
  await user.type(input, '{ArrowDown}{ArrowDown}{ArrowUp}')
  expect(marked()).toBe(options()[1])
  expect(seen).toEqual([1, 2, 1].map(index => options()[index]?.id))
  await user.type(input, '{ArrowUp}{ArrowUp}')
  expect(marked()).toBe(options().at(-1))
})

test('it closes without going anywhere', async () => {
  const { dialog, paths } = await open()
  fireEvent.click(dialog.getByRole('button', { name: 'Close' }))
  expect([screen.queryByRole('dialog', { name: 'Jump to' }), paths]).toEqual([null, []])
})

test('a button of the header opens it, too', async () => {
  await showApp()
  fireEvent.click(
    within(screen.getByRole('banner')).getByRole('button', { name: /^Jump to a page/ }),
  )
  expect(await screen.findByRole('dialog', { name: 'Jump to' })).toBeDefined()
})

test('it is used by keyboard alone: type, choose, go', async () => {
  const { input, user, paths } = await open()
  await user.type(input, 'o')
  expect(names()[0]).toBe('Home')
  await user.type(input, '{Backspace}web')
  expect(names()).toEqual(['Login', 'Shop of Horrors'])
  await user.keyboard('{ArrowDown}')
  expect([marked().textContent, input.getAttribute('aria-activedescendant')]).toEqual([
    'Shop of HorrorsWeb',
    marked().id,
  ])
  await user.keyboard('{ArrowDown}{PageDown}{PageUp}{ArrowUp}{Enter}')
  expect(paths).toEqual(['/challenge/web/shop'])
  expect(screen.queryByRole('dialog', { name: 'Jump to' })).toBe(null)
})

test('the Enter that goes there presses nothing that has the focus afterwards', async () => {
  const { input, paths } = await open()
  expect(fireEvent.keyDown(input, { key: 'Enter' })).toBe(false)
  expect(paths).toEqual(['/'])
})

test('the Enter that ends the composition of a character goes nowhere', async () => {
  const { input, paths } = await open()
  fireEvent.keyDown(input, { key: 'Enter', isComposing: true })
  expect(paths).toEqual([])
  expect(screen.getByRole('dialog', { name: 'Jump to' })).toBeDefined()
})

test('a click goes there', async () => {
  const { paths } = await open()
  fireEvent.click(list().getByRole('option', { name: /Login/ }))
  expect(paths).toEqual(['/challenge/web/login'])
})

test('running and completed challenges are marked', async () => {
  const stats = {
    ...statsOf(),
    runningChallenges: { maximum: 3, running: [ref('web', 'shop')] },
    completedChallenges: [ref('web', 'login')],
  }
  await open({ server: { getStats: stats } })
  expect(list().getByRole('option', { name: /Shop of Horrors.*Running/ })).toBeDefined()
  expect(list().getByRole('option', { name: /Login.*Completed/ })).toBeDefined()
})

test('if nothing fits the palette says so, and Enter goes nowhere', async () => {
  const { input, user, paths, dialog } = await open()
  await user.type(input, 'xyz{ArrowDown}{Enter}')
  expect(dialog.getByText('No matches.').role).toBe('status')
  expect([options(), paths, input.getAttribute('aria-activedescendant')]).toEqual([[], [], null])
})
