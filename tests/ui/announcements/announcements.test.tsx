import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { appChildren, signedInChildren } from '../../../src/machines/app/children.ts'
import { announcement } from '../../models/data.ts'
import { metadata } from '../../support/fake-app.ts'
import { iconsIn } from '../../support/icons.ts'
import { showApp } from '../shell/show.tsx'

afterEach(cleanup)

const withAnnouncements = { getMetadata: { ...metadata, extensions: ['announcements'] } }

async function show(path: string, ...all: ReturnType<typeof announcement>[]) {
  const shown = await showApp({
    path,
    server: { ...withAnnouncements, getAnnouncements: { announcements: all } },
  })
  return {
    ...shown,
    /** Answers the next poll with these. */
    hear: async (...next: ReturnType<typeof announcement>[]) => {
      shown.server.getAnnouncements = { announcements: next }
      const ref = signedInChildren(shown.app.getSnapshot())?.announcements
      act(() => ref?.send({ type: 'resource.refresh' }))
      await shown.settle()
      // The first toast loads its card.
      await act(() => vi.dynamicImportSettled())
    },
  }
}

const bell = () =>
  within(screen.getAllByRole('banner')[0] as HTMLElement).getByRole('link', {
    name: /^Announcements/,
  })
const toast = () => screen.queryByRole('article', { name: /announcement$/ })

test('without announcements there is no bell, and no page', async () => {
  const { go, countOf, settle } = await showApp()
  expect(screen.queryByRole('link', { name: /^Announcements/ })).toBe(null)
  act(() => go('/announcements'))
  await settle()
  expect(await screen.findByRole('heading', { level: 1, name: /^Hello/ })).toBeDefined()
  expect(countOf('getAnnouncements')).toBe(0)
})

test('the bell leads to the page, and says how many are unread', async () => {
  const { hear } = await show('/nowhere', announcement('a'))
  expect(bell().getAttribute('href')).toBe('/announcements')
  expect([bell().getAttribute('aria-label'), bell().textContent]).toEqual([
    'Announcements, 1 unread',
    '1',
  ])
  const many = Array.from({ length: 12 }, (_, index) => announcement(`${index}`))
  await hear(...many.slice(0, 9))
  expect(bell().textContent).toBe('9')
  await hear(...many.slice(0, 10))
  expect(bell().textContent).toBe('9+')
  await hear(...many)
  expect(bell().textContent).toBe('9+')
})

test('the page has all of them with time and importance, and empties the bell', async () => {
  await show('/announcements', announcement('b', 'high'), announcement('a'))
  const items = await screen.findAllByRole('article')
  expect(items.map(item => within(item).getByRole('heading').textContent)).toEqual([
    'News b',
    'News a',
  ])
  expect(items.map(item => within(item).queryByText('Important') !== null)).toEqual([true, false])
  expect(items.map(item => item.dataset.important)).toEqual(['true', undefined])
  expect(items.map(item => iconsIn(item))).toEqual([['warning'], []])
  expect(items[0]?.querySelector('time')?.dateTime).toBe(announcement('b').time)
  // Without the year, as on all other pages.
  expect(items[0]?.querySelector('time')?.textContent).toMatch(/^\w+ \d+, \d+:\d\d\s[AP]M$/)
  expect(items[0]?.querySelector('time')?.title).toMatch(/^\w+ \d+, \d{4}, \d+:\d\d:\d\d\s[AP]M$/)
  expect(items[0]?.textContent).toContain('Look.')
  expect(bell().getAttribute('aria-label')).toBe('Announcements')
})

test('headings of a text are below the title of its announcement', async () => {
  const text = { en: '# Today', de: '# Heute' }
  await show('/announcements', { ...announcement('a'), text })
  expect(await screen.findByRole('heading', { level: 3, name: 'Today' })).toBeDefined()
  expect(screen.getByRole('heading', { level: 2, name: 'News a' })).toBeDefined()
})

test('texts are in the language of the app', async () => {
  const { app, settle } = await show('/announcements', announcement('a'))
  await screen.findByRole('heading', { name: 'News a' })
  const { locale } = appChildren(app.getSnapshot())
  act(() => locale.send({ type: 'locale.changed', locale: 'de' }))
  await settle()
  await settle()
  expect(screen.getByRole('heading', { name: 'Neues a' })).toBeDefined()
  expect(screen.getByText('Schaut.')).toBeDefined()
})

test('those that were unread are marked as new, until the page is left', async () => {
  const { go, settle } = await show('/announcements', announcement('a'))
  expect(await screen.findByText('New')).toBeDefined()
  act(() => go('/nowhere'))
  await settle()
  act(() => go('/announcements'))
  await screen.findByRole('heading', { name: 'News a' })
  expect(screen.queryByText('New')).toBe(null)
})

test('an event that has announced nothing says so', async () => {
  await show('/announcements')
  expect(await screen.findByText('No announcements yet.')).toBeDefined()
})

test('a list that cannot be read offers to try again', async () => {
  await showApp({
    path: '/announcements',
    server: { ...withAnnouncements, getAnnouncements: new Error('broken') },
  })
  expect(await screen.findByText('This could not be loaded.')).toBeDefined()
})

test('while the list is on its way, nothing says that it failed', async () => {
  await showApp({
    path: '/announcements',
    server: { ...withAnnouncements, getAnnouncements: new Promise<never>(() => {}) },
  })
  await screen.findByRole('heading', { level: 1, name: 'Announcements' })
  expect(screen.queryByText('This could not be loaded.')).toBe(null)
})

test('screen readers hear of a new one, and its toast leads to the page', async () => {
  const { hear } = await show('/nowhere')
  const places = screen.getAllByRole('status')
  await hear(announcement('b'))
  const shown = toast()
  expect(places.some(place => place.contains(shown))).toBe(true)
  expect(shown?.textContent).toContain('New announcementNews b')
  expect(
    within(shown as HTMLElement)
      .getByRole('link')
      .getAttribute('href'),
  ).toBe('/announcements')
})

test('a toast says that it is important, and how many there are', async () => {
  const { hear } = await show('/nowhere')
  await hear(announcement('c'), announcement('b', 'high'))
  expect(toast()?.textContent).toContain('Important announcementNews band 1 more')
  expect([toast()?.dataset.important, iconsIn(toast())]).toEqual(['true', ['warning', 'close']])
  cleanup()
  const other = await show('/nowhere')
  await other.hear(announcement('c'))
  expect([toast()?.dataset.important, iconsIn(toast())]).toEqual([undefined, ['bell', 'close']])
})

test('a toast is closed by its button', async () => {
  const { hear } = await show('/nowhere')
  await hear(announcement('b'))
  fireEvent.click(within(toast() as HTMLElement).getByRole('button', { name: 'Close' }))
  expect(toast()).toBe(null)
})

test('a toast that is closed gives the focus back to what had it', async () => {
  const { hear } = await show('/nowhere')
  await hear(announcement('b'))
  const home = screen.getByRole('link', { name: 'Go to the home page' })
  home.focus()
  within(toast() as HTMLElement)
    .getByRole('link')
    .focus()
  const close = within(toast() as HTMLElement).getByRole('button', { name: 'Close' })
  close.focus()
  await act(async () => close.click())
  expect(toast()).toBe(null)
  expect(document.activeElement).toBe(home)
})

test('a toast that is closed gives the focus to the page if nothing else had it', async () => {
  const { hear } = await show('/nowhere')
  await hear(announcement('b'))
  const close = within(toast() as HTMLElement).getByRole('button', { name: 'Close' })
  close.focus()
  await act(async () => close.click())
  expect(document.activeElement?.textContent).toBe('Page not found')
})

test('the next toast gets the focus of the one before, and gives it back', async () => {
  const { hear } = await show('/nowhere')
  await hear(announcement('b'))
  const home = screen.getByRole('link', { name: 'Go to the home page' })
  home.focus()
  within(toast() as HTMLElement)
    .getByRole('link')
    .focus()
  await hear(announcement('c', 'high'), announcement('b'))
  const close = within(toast() as HTMLElement).getByRole('button', { name: 'Close' })
  expect(toast()?.textContent).toContain('News c')
  expect(document.activeElement).toBe(close)
  await act(async () => close.click())
  expect(document.activeElement).toBe(home)
})

test('a toast stays under the pointer and under the focus', async () => {
  const { hear, pass } = await show('/nowhere')
  await hear(announcement('b'))
  fireEvent.pointerEnter(toast() as HTMLElement)
  await pass(60_000)
  expect(toast()).not.toBe(null)
  fireEvent.pointerLeave(toast() as HTMLElement)
  fireEvent.focus(within(toast() as HTMLElement).getByRole('link'))
  await pass(60_000)
  expect(toast()).not.toBe(null)
  fireEvent.blur(within(toast() as HTMLElement).getByRole('link'))
  await pass(15_000)
  expect(toast()).toBe(null)
})

test('home lists the three newest that are unread, until their page was open', async () => {
  const { go, settle } = await show(
    '/',
    ...[announcement('d', 'high'), announcement('c'), announcement('b'), announcement('a')],
  )
  const list = within(await screen.findByRole('region', { name: 'Unread announcements' }))
  expect(list.getAllByRole('listitem').map(item => item.querySelector('a')?.textContent)).toEqual([
    ...['News d', 'News c', 'News b'],
  ])
  expect(list.getAllByRole('listitem').map(item => iconsIn(item))).toEqual([['warning'], [], []])
  list.getByRole('link', { name: 'and 1 more' })
  act(() => go('/announcements'))
  await screen.findAllByRole('article')
  act(() => go('/'))
  await settle()
  await screen.findByRole('heading', { level: 1, name: /^Hello/ })
  expect(screen.queryByRole('region', { name: 'Unread announcements' })).toBe(null)
})

test('who is on their page hears of each new one, which is named by its title', async () => {
  const { hear } = await show('/announcements', announcement('a'))
  const list = () => screen.getByRole('article', { name: 'News a' }).closest('ol')
  const before = list()
  expect([before?.getAttribute('aria-live'), before?.getAttribute('aria-relevant')]).toEqual([
    'polite',
    'additions',
  ])
  await hear(announcement('b'), announcement('a'))
  screen.getByRole('article', { name: 'News b' })
  expect(list()).toBe(before)
})
