import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { appChildren } from '../../../src/machines/app/children.ts'
import { no } from '../../support/challenge.ts'
import { metadata } from '../../support/fake-app.ts'
import { showApp } from './show.tsx'

afterEach(cleanup)

const event = {
  ctfStart: '2026-05-01T08:00:00.000Z',
  ctfEnd: '2026-05-03T08:00:00.000Z',
  ctfPostPlayEnd: '2026-05-04T08:00:00.000Z',
  flagPrefix: 'GUIDON',
  teamModeEnabled: false,
}
const banner = () => screen.queryByText('The CTF has ended.')

test('while the CTF runs there is no banner, from its end on there is one', async () => {
  const { pass, settle } = await showApp()
  expect(banner()).toBe(null)
  await pass(44 * 3_600_000)
  await settle()
  expect(banner()).not.toBe(null)
  const region = within(screen.getByRole('region', { name: 'The CTF has ended.' }))
  expect(
    region.getByText('The scoreboard will not change any more, and new flags give no points.'),
  ).toBeDefined()
})

test('after the post play the banner stays', async () => {
  await showApp({
    server: {
      getMetadata: {
        ...event,
        ctfStart: '2026-04-01T08:00:00.000Z',
        ctfEnd: '2026-04-02T08:00:00.000Z',
        ctfPostPlayEnd: '2026-04-03T08:00:00.000Z',
      },
    },
  })
  expect(banner()).not.toBe(null)
  expect(screen.queryByRole('button', { name: /VPN/ })).toBe(null)
})

test('the tab of a challenge has its name as title', async () => {
  const { go, server, settle } = await showApp({ path: '/challenge/web/shop' })
  expect(document.title).toBe('Shop of Horrors · Guidon')
  go('/scoreboard')
  await settle()
  expect(document.title).toBe('Scoreboard · Guidon')
  server.getChallenge = no('NOT_FOUND')
  go('/challenge/web/none')
  await settle()
  await screen.findByRole('heading', { level: 1, name: 'Challenge not found' })
  expect(document.title).toBe('Challenge not found · Guidon')
})

test('a past event that is read-only says so on every page, and offers no VPN', async () => {
  const readOnly = { ...event, isReadOnly: true, ctfEnd: '2026-05-01T09:00:00.000Z' }
  const { settle } = await showApp({
    server: { getMetadata: { ...readOnly, ctfPostPlayEnd: '9999-12-31T00:00:00.000Z' } },
  })
  await settle()
  expect(banner()).toBe(null)
  expect(screen.getByText('This event is read-only.')).toBeDefined()
  expect(screen.queryByRole('button', { name: /VPN/ })).toBe(null)
})

test('the content shows a spinner until everything is known, then the page', async () => {
  const stats = Promise.withResolvers<never>()
  await showApp({ server: { getStats: stats.promise } })
  expect(screen.getByRole('main').textContent).toBe('Loading')
})

test('a first load that failed at the team says so, too', async () => {
  await showApp({
    server: {
      getMetadata: { ...metadata, teamModeEnabled: true },
      getTeam: new Error('It rains.'),
    },
  })
  expect(screen.getByRole('main').textContent).toContain('The event could not be loaded.')
})

test('a first load that failed says why, and is tried again when the user asks', async () => {
  const { server, settle } = await showApp({
    server: { getStats: new Error('The backend is ill.') },
  })
  expect(screen.getByRole('main').textContent).toContain('The event could not be loaded.')
  expect(screen.getByRole('main').textContent).toContain('Something went wrong on the server')
  server.getStats = {
    accountId: 'a1',
    accountDisplayName: 'Alice',
    accountHasScoreGroup: true,
    scoreGroup: 'main',
    score: { rank: null, points: 0, numSolvedFlags: 0 },
    runningChallenges: { running: [] },
    completedChallenges: [],
  }
  const again = screen.getByRole('button', { name: 'Try again' })
  again.focus()
  fireEvent.click(again)
  await settle()
  await settle()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Page not found')
  expect(document.activeElement?.textContent, 'the button is gone').toBe('Page not found')
})

test('an unknown address says so, with a way home', async () => {
  await showApp({ path: '/nowhere' })
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Page not found')
  expect(screen.getByRole('link', { name: 'Go to the home page' }).getAttribute('href')).toBe('/')
  expect(document.title).toBe('Page not found · Guidon')
})

test('the focus goes to the main heading when the page changes, not on the first page', async () => {
  const { go, settle } = await showApp({
    path: '/nowhere',
    server: { getScoreboard: { entries: [] } },
  })
  expect(document.activeElement).toBe(document.body)
  act(() => go('/scoreboard'))
  await screen.findByRole('heading', { level: 1, name: 'Scoreboard' })
  await settle()
  expect(document.activeElement?.textContent).toBe('Scoreboard')
  expect(document.title).toBe('Scoreboard · Guidon')
})

test.each([
  ['goes if only one request is stopped on its way', {}, []],
  [
    'stays if no page can be shown without its answer',
    { getStats: new Promise<never>(() => {}) },
    ['1 request will be retried.'],
  ],
])('the dialog of the lost network %s', async (_, server, expected) => {
  const { app, settle } = await showApp({ server })
  const { network } = appChildren(app.getSnapshot())
  act(() => {
    network.send({ type: 'request.failed', id: 1 })
    network.send({ type: 'request.succeeded', id: 2 })
    network.send({ type: 'request.failed', id: 1 })
  })
  await settle()
  const texts = screen.queryAllByText(/will be retried/).map(({ textContent }) => textContent)
  expect(texts).toEqual(expected)
})

test('the first thing to tab to leads to the content', async () => {
  await showApp()
  const skip = screen.getByRole('link', { name: 'Skip to the content' })
  expect(document.querySelector('a, button')).toBe(skip)
  const main = screen.getByRole('main')
  expect(document.querySelector(skip.getAttribute('href') ?? '')).toBe(main)
  expect(main.getAttribute('tabindex')).toBe('-1')
})

test('while the network is gone a dialog says so and counts what waits; nothing closes it', async () => {
  const { app, settle } = await showApp()
  const { network } = appChildren(app.getSnapshot())
  expect(screen.queryByText('Network connectivity issues')).toBe(null)
  act(() => {
    network.send({ type: 'request.failed', id: 1 })
  })
  const dialog = screen.getByRole('dialog', { name: 'Network connectivity issues' })
  expect(dialog.textContent).toContain('Please check your internet connection.')
  expect(dialog.textContent).toContain('1 request will be retried.')
  act(() => {
    network.send({ type: 'request.opened', id: 2 })
  })
  expect(dialog.textContent).toContain('2 requests will be retried.')
  expect([dialog.querySelector('button'), dialog.getAttribute('closedby')]).toEqual([null, 'none'])
  act(() => {
    network.send({ type: 'request.succeeded', id: 1 })
  })
  await settle()
  expect(screen.queryByText('Network connectivity issues')).toBe(null)
})
