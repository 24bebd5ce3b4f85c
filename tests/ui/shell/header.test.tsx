import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { appChildren } from '../../../src/machines/app/children.ts'
import { localeOf } from '../../../src/machines/locale/selectors.ts'
import { schemeOf } from '../../../src/machines/scheme/selectors.ts'
import { isAuthenticated } from '../../../src/machines/session/selectors.ts'
import { statsOf } from '../../support/challenge.ts'
import { metadata } from '../../support/fake-app.ts'
import { iconsIn } from '../../support/icons.ts'
import { START } from '../../support/time.ts'
import { ref, showApp } from './show.tsx'

const inHalfAnHour = new Date(START + 30 * 60_000).toISOString()

afterEach(cleanup)

/** The page's own header: jsdom also takes every other <header> for a banner. */
const header = () => {
  const [first] = screen.getAllByRole('banner')
  if (!first) throw new Error('There is no header.')
  return within(first)
}
const score = (rank: number | null, points: number) => ({
  getStats: { ...statsOf(), score: { rank, points, numSolvedFlags: 1 } },
})

test.for([
  [1, '1st place'],
  [2, '2nd place'],
  [3, '3rd place'],
  [4, '4th place'],
  [10, '10th place'],
] as const)('rank %i is shown as %s', async ([rank, text]) => {
  await showApp({ server: score(rank, 100) })
  expect(header().getByText(text)).toBeDefined()
})

test('a rank that changes, because others overtake, is spoken, and no change of points', async () => {
  await showApp({ server: score(3, 100) })
  expect(header().getByText('3rd place').ariaLive).toBe('polite')
  expect(header().getByText('100 points').closest('[aria-live]')).toBe(null)
})

test('a rank beyond ten is not shown, the points are', async () => {
  await showApp({ server: score(11, 1250) })
  expect(header().queryByText(/place/)).toBe(null)
  expect(header().getByText('1,250 points')).toBeDefined()
})

test('points without a rank have no place', async () => {
  await showApp({ server: score(null, 100) })
  expect(header().queryByText(/place/)).toBe(null)
  expect(header().getByText('100 points')).toBeDefined()
})

test('without points neither rank nor points are shown', async () => {
  await showApp({ server: score(1, 0) })
  expect(header().queryByText(/place|point/)).toBe(null)
})

const endsAfter = (minutes: number) => ({
  ...metadata,
  ctfEnd: new Date(START + minutes * 60_000).toISOString(),
})

test.for([
  [5 * 24 * 60 + 90, '5 d 1 h', null],
  [44 * 60, '44 h 0 min', null],
  [6, '6 min', null],
  [5, '5 min', 'true'],
] as const)('%i minutes before the end, %s is left', async ([minutes, text, short]) => {
  await showApp({ server: { getMetadata: endsAfter(minutes) } })
  expect(header().getByText(text).getAttribute('data-short')).toBe(short)
})

test('the time that is left goes by with the minutes, and goes with the event', async () => {
  const { pass } = await showApp({ server: { getMetadata: endsAfter(2) } })
  const left = header().getByText('2 min')
  await pass(60_000)
  expect(left.textContent).toBe('Time left:1 min')
  await pass(60_000)
  expect(header().queryByText(/min/)).toBe(null)
})

test('one point is one point', async () => {
  await showApp({ server: score(null, 1) })
  expect(header().getByText('1 point')).toBeDefined()
})

test('a button opens the menu of a small screen, which has the pages and the settings', async () => {
  await showApp()
  const menu = document.getElementById(
    header().getByRole('button', { name: 'Menu' }).getAttribute('popovertarget') ?? '',
  )
  expect(menu?.getAttribute('popover')).toBe('auto')
  if (menu) {
    expect(within(menu).getByRole('navigation', { hidden: true })).toBeDefined()
    expect(within(menu).getByRole('region', { name: 'Settings', hidden: true })).toBeDefined()
  }
})

test('the logo leads home', async () => {
  await showApp()
  const logo = header().getByRole('link', { name: 'Guidon, to the home page' })
  expect(logo.getAttribute('href')).toBe('/')
})

test('until everything is known, the header has nothing that would push the rest aside', async () => {
  await showApp({ server: { getStats: new Promise<never>(() => {}) } })
  expect(header().queryByText('Time left:')).toBe(null)
})

test('nobody is greeted without a name', async () => {
  await showApp({ server: { getUser: new Promise<never>(() => {}) } })
  expect(header().queryByRole('button', { name: /Hello/ })).toBe(null)
})

test('the greeting has the display name and opens the debug dialog', async () => {
  await showApp()
  fireEvent.click(header().getByRole('button', { name: 'Hello, Alice' }))
  expect(await screen.findByRole('dialog', { name: 'Debug information' })).toBeDefined()
})

test('the Discord button opens the Discord dialog', async () => {
  await showApp()
  fireEvent.click(header().getByRole('button', { name: 'Discord' }))
  expect(await screen.findByRole('dialog', { name: 'Help on Discord' })).toBeDefined()
})

test('the VPN button opens the VPN dialog and says whether one is connected', async () => {
  await showApp()
  const vpn = header().getByRole('button', { name: /^VPN\s*connected$/ })
  expect([vpn.dataset.connected, iconsIn(vpn)]).toEqual(['true', ['shieldCheck']])
  fireEvent.click(vpn)
  expect(await screen.findByRole('dialog', { name: 'VPN' })).toBeDefined()
})

test('without a connection the VPN button has a shield without a mark', async () => {
  const vpn = { connected: false, ipv4Address: null }
  await showApp({
    server: { getUser: { id: 'u1', username: 'alice', externalId: 'x1', vpn } },
  })
  const button = header().getByRole('button', { name: /^VPN\s*not connected$/ })
  expect([button.dataset.connected, iconsIn(button)]).toEqual([undefined, ['shield']])
})

test('without a VPN in the event there is no VPN button', async () => {
  const vpn = { connected: false, ipv4Address: null, isOffered: false }
  await showApp({
    server: { getUser: { id: 'u1', username: 'alice', externalId: 'x1', vpn } },
  })
  expect(header().queryByRole('button', { name: /VPN/ })).toBe(null)
})

test('without a score group there is no VPN button', async () => {
  await showApp({
    server: { getStats: { ...statsOf(), accountHasScoreGroup: false, scoreGroup: null } },
  })
  expect(header().queryByRole('button', { name: /VPN/ })).toBe(null)
})

test('before the start there is no VPN button', async () => {
  const metadata = {
    ctfStart: '2026-05-02T08:00:00.000Z',
    ctfEnd: '2026-05-03T08:00:00.000Z',
    ctfPostPlayEnd: '2026-05-04T08:00:00.000Z',
    flagPrefix: 'GUIDON',
    teamModeEnabled: false,
  }
  await showApp({ server: { getMetadata: metadata } })
  expect(header().queryByRole('button', { name: /VPN/ })).toBe(null)
})

test('while the event is paused, the header says so instead of the time left', async () => {
  const metadata = {
    ctfStart: '2026-05-01T08:00:00.000Z',
    ctfEnd: '2026-05-03T08:00:00.000Z',
    ctfPostPlayEnd: '2026-05-04T08:00:00.000Z',
    flagPrefix: 'GUIDON',
    teamModeEnabled: false,
    isPaused: true,
  }
  await showApp({ server: { getMetadata: metadata } })
  const paused = header().getByText('Paused').closest<HTMLElement>('[role=status]')
  expect(paused?.dataset.short).toBe('true')
  expect(header().queryByText('Time left:')).toBe(null)
})

test('language and colour scheme are chosen in the header', async () => {
  const { app, settle } = await showApp()
  const { locale, scheme } = appChildren(app.getSnapshot())
  const choices = header().getByRole('group', { name: 'Colour scheme' })
  expect(iconsIn(choices)).toEqual(['sun', 'moon', 'system'])
  // Arrow keys move within the radios of one name. The menu has the same switch.
  const namesOf = (radios: HTMLElement[]) => new Set(radios.map(one => one.getAttribute('name')))
  expect(namesOf(header().getAllByRole('radio')).size).toBe(1)
  expect(namesOf(screen.getAllByRole('radio', { hidden: true })).size).toBe(2)
  const dark = header().getByRole('radio', { name: 'Dark' })
  // It is an icon: the pointer shows its name.
  expect(dark.closest('label')?.title).toBe('Dark')
  fireEvent.click(dark)
  fireEvent.change(header().getByRole('combobox', { name: 'Language' }), {
    target: { value: 'de' },
  })
  await settle()
  expect([localeOf(locale.getSnapshot()), schemeOf(scheme.getSnapshot())]).toEqual(['de', 'dark'])
})

test('signing out ends the session', async () => {
  const { app } = await showApp()
  fireEvent.click(header().getByRole('button', { name: 'Sign out' }))
  expect(isAuthenticated(appChildren(app.getSnapshot()).session.getSnapshot())).toBe(false)
  expect(screen.getByText('Processing logout...')).toBeDefined()
})

test('everything that runs is listed with the way there', async () => {
  const stats = statsOf()
  const running = [ref('web', 'shop'), ref('web', 'login')]
  await showApp({ server: { getStats: { ...stats, runningChallenges: { maximum: 3, running } } } })
  const toggle = header().getByRole('button', { name: /Running environments\s*2/ })
  const list = document.getElementById(toggle.getAttribute('popovertarget') ?? '')
  // The names of challenges may come a moment later.
  await waitFor(() =>
    expect(
      [...(list?.querySelectorAll('a') ?? [])].map(a => [a.textContent, a.getAttribute('href')]),
    ).toEqual([
      ['Login', '/challenge/web/login'],
      ['Shop of Horrors', '/challenge/web/shop'],
    ]),
  )
  expect(list?.textContent).toContain('At most 3 environments at once.')
  const hidePopover = vi.fn()
  Object.assign(list ?? {}, { hidePopover })
  fireEvent.click(list?.querySelector('h2') as HTMLElement)
  expect(hidePopover).not.toHaveBeenCalled()
  fireEvent.click(list?.querySelector('a') as HTMLElement)
  expect(hidePopover).toHaveBeenCalled()
})

test('the list of what runs closes by itself, and says that one environment is the limit', async () => {
  const runningChallenges = { maximum: 1, running: [ref('web', 'shop')] }
  await showApp({ server: { getStats: { ...statsOf(), runningChallenges } } })
  const toggle = header().getByRole('button', { name: /Running environments\s*1/ })
  const list = document.getElementById(toggle.getAttribute('popovertarget') ?? '')
  // On Escape, and on a click beside it.
  expect(list?.getAttribute('popover')).toBe('auto')
  await waitFor(() => expect(list?.textContent).toContain('At most 1 environment at once.'))
})

test('if nothing runs there is no list', async () => {
  await showApp()
  expect(header().queryByRole('button', { name: /Running environments/ })).toBe(null)
})

test('the desktop is listed with what runs, as far as its page has read it', async () => {
  const { go, settle } = await showApp({
    server: {
      getFlugzeugEnabled: { enabled: true },
      getFlugzeug: { status: 'running', stopTimestamp: '2026-05-01T13:00:00.000Z', url: null },
    },
  })
  expect(header().queryByRole('button', { name: /Running environments/ })).toBe(null)
  await act(async () => go('/flugzeug'))
  await settle()
  const toggle = header().getByRole('button', { name: /Running environments\s*1/ })
  const list = document.getElementById(toggle.getAttribute('popovertarget') ?? '')
  // The list is loaded on demand.
  await waitFor(() =>
    expect([...(list?.querySelectorAll('a') ?? [])].map(a => a.getAttribute('href'))).toEqual([
      '/flugzeug',
    ]),
  )
  // The number beside the icon is the number of links: no other, and no flag that it would count.
  expect(list?.querySelector('h2')?.textContent).toBe('Running now')
  // The limit and the notifications are about environments of challenges.
  expect([/At most/, /Notify me/].map(text => text.test(list?.textContent ?? ''))).toEqual([
    false,
    false,
  ])
  expect(toggle.querySelector('[role=img]')).toBe(null)
})

test('a desktop that may not be used any more is not listed', async () => {
  const { go, pass, settle } = await showApp({
    server: {
      getMetadata: { ...metadata, ctfEnd: inHalfAnHour, ctfPostPlayEnd: inHalfAnHour },
      getFlugzeugEnabled: { enabled: true },
      getFlugzeug: { status: 'running', stopTimestamp: null, url: null },
    },
  })
  await act(async () => go('/flugzeug'))
  await settle()
  expect(header().getByRole('button', { name: /Running environments/ })).toBeDefined()
  await act(async () => pass(31 * 60_000))
  await settle()
  expect(header().queryByRole('button', { name: /Running environments/ })).toBe(null)
})
