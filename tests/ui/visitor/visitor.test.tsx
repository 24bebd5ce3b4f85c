import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { CallError } from '../../../src/api/client/call-error.ts'
import type { PublicScoreboard } from '../../../src/api/contract.ts'
import { metadata, type Server } from '../../support/fake-app.ts'
import { settled } from '../../support/time.ts'
import { showApp } from '../shell/show.tsx'

afterEach(cleanup)

const MINUTE = 60_000

const entry = (displayName: string, rank: number, points: number) => ({
  accountId: `a${rank}`,
  displayName,
  flags: 3,
  points,
  rank,
  lastSolve: '2026-05-01T10:30:00.000Z',
})
const group = (name: string, accounts = 2): PublicScoreboard['groups'][number] => ({
  slug: name.toLowerCase(),
  name,
  entries: [entry(`${name} foxes`, 1, 1500), entry(`${name} owls`, 2, 900)],
  accounts,
})
const board = (...groups: PublicScoreboard['groups']): PublicScoreboard => ({
  groups,
  frozenSince: null,
})

const publicly = { ...metadata, extensions: ['publicScoreboard'] }

async function visit(server: Server = {}) {
  const shown = await showApp({
    path: '/scoreboard',
    isSignedOut: true,
    server: { getMetadata: publicly, getPublicScoreboard: board(group('Open')), ...server },
  })
  await screen.findByRole('heading', { level: 1, name: 'Scoreboard' })
  return shown
}

const rows = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .map(row => [...row.children].map(cell => cell.textContent))

test('a frozen board is read again as soon as the event ends', async () => {
  const frozen = { ...board(group('Open')), frozenSince: metadata.ctfStart }
  const ctfEnd = new Date(Date.parse('2026-05-01T12:00:00Z') + 20_000).toISOString()
  const { server, settle, countOf, pass } = await visit({
    getMetadata: { ...publicly, ctfEnd },
    getPublicScoreboard: frozen,
  })
  await screen.findByRole('table', { name: 'Scoreboard' })
  server.getPublicScoreboard = board(group('Final'))
  await pass(19_000)
  await settle()
  expect(countOf('getPublicScoreboard')).toBe(1)
  await pass(1_001)
  await settle()
  await screen.findByText('Final foxes')
  expect(countOf('getPublicScoreboard')).toBe(2)
})

test('a visitor sees ranks, points, names, flags and last flags, without links', async () => {
  await visit()
  const table = await screen.findByRole('table', { name: 'Scoreboard' })
  expect(rows(table)).toEqual([
    ['Rank', 'Points', 'User', 'Flags', 'Last flag'],
    ['#1', '1,500', 'Open foxes', '3', expect.stringMatching(/May 1/)],
    ['#2', '900', 'Open owls', '3', expect.stringMatching(/May 1/)],
  ])
  expect(within(table).queryByRole('link')).toBe(null)
  expect(screen.getByText('2 entries')).toBeDefined()
  expect(screen.queryByRole('navigation')).toBe(null)
})

test('only what is public is asked for', async () => {
  const { calls, pass, settle } = await visit()
  await pass(10 * MINUTE)
  await settle()
  expect([...new Set(calls.map(({ name }) => name))].sort()).toEqual([
    'getMetadata',
    'getPublicScoreboard',
  ])
})

test('each score group has its own table, and a link that leads there', async () => {
  await visit({
    getMetadata: { ...publicly, teamModeEnabled: true },
    getPublicScoreboard: board(group('Open', 2400), group('Students')),
  })
  expect((await screen.findAllByRole('table')).map(one => one.getAttribute('aria-label'))).toEqual([
    'Open',
    'Students',
  ])
  expect(screen.getAllByRole('heading', { level: 2 }).map(one => one.textContent)).toEqual([
    'Open',
    'Students',
  ])
  const links = within(screen.getByRole('navigation', { name: 'Score groups' }))
  const href = links.getByRole('link', { name: 'Students' }).getAttribute('href') ?? ''
  expect(document.querySelector(href)?.textContent).toContain('Students owls')
  expect(screen.getByText('The first 2 of 2,400 entries')).toBeDefined()
  expect(screen.getAllByRole('columnheader', { name: 'Team' }).length).toBe(2)
})

test('it is asked for again every 50 s', async () => {
  const { server, pass, settle, countOf } = await visit()
  await screen.findByText('Open foxes')
  server.getPublicScoreboard = board(group('Late'))
  await pass(49_000)
  await settle()
  expect(countOf('getPublicScoreboard')).toBe(1)
  await pass(1_000)
  await settle()
  expect(await screen.findByText('Late foxes')).toBeDefined()
  expect(screen.queryByText('Open foxes')).toBe(null)
})

test('the event has its name, and its tab is named after it', async () => {
  const { calls } = await visit({
    getMetadata: { ...publicly, extensions: ['publicScoreboard', 'event'] },
    getEvent: { name: 'Field Day', logoUrl: 'https://field.day/logo.svg' },
  })
  const header = await screen.findByRole('banner')
  expect(await within(header).findByText('Field Day')).toBeDefined()
  expect(header.querySelector('img')?.src).toBe('https://field.day/logo.svg')
  expect(document.title).toBe('Scoreboard · Field Day')
  expect(calls.filter(({ name }) => name === 'getEvent').length).toBe(1)
})

test('a frozen scoreboard says since when', async () => {
  await visit({
    getPublicScoreboard: {
      ...board(group('Open')),
      frozenSince: '2026-05-01T11:00:00.000Z',
    },
  })
  expect(await screen.findByText('The scoreboard is frozen.')).toBeDefined()
  expect(screen.queryByText(/You have/)).toBe(null)
})

test('at the end, a board that was read during the freeze is not called frozen any more', async () => {
  const { pass } = await visit({
    getMetadata: { ...publicly, ctfEnd: '2026-05-01T12:10:00.000Z' },
    getPublicScoreboard: { ...board(group('Open')), frozenSince: '2026-05-01T11:00:00.000Z' },
  })
  expect(await screen.findByText('The scoreboard is frozen.')).toBeDefined()
  for (let step = 0; step < 21; step++) await pass(30_000)
  expect(screen.queryByText('The scoreboard is frozen.')).toBe(null)
})

test('before the start it says when the event starts, and opens by itself', async () => {
  const start = '2026-05-01T12:10:00.000Z'
  const { countOf, server, pass, settle } = await visit({
    getMetadata: { ...publicly, ctfStart: start },
  })
  const refused = { ok: false, code: 'TIME_RESTRICTED', retried: false, retryAfter: null } as const
  server.getPublicScoreboard = refused
  expect(screen.getByText('The CTF has not started yet.')).toBeDefined()
  expect(document.querySelector('main time')?.getAttribute('datetime')).toBe(start)
  expect(countOf('getPublicScoreboard')).toBe(0)
  for (let step = 0; step < 21; step++) await pass(30_000)
  await settle()
  // The server's clock is a little behind.
  expect(countOf('getPublicScoreboard')).toBeGreaterThan(0)
  expect(screen.getByText('The CTF has not started yet.')).toBeDefined()
  server.getPublicScoreboard = board(group('Open'))
  await pass(2_200)
  await settle()
  expect(await screen.findByText('Open foxes')).toBeDefined()
})

test('an event that nobody has played yet has no entries', async () => {
  await visit({
    getPublicScoreboard: board({ slug: 'open', name: 'Open', entries: [], accounts: 0 }),
  })
  expect(await screen.findByText('No entries yet.')).toBeDefined()
  expect(screen.queryByText(/equal points/)).toBe(null)
})

test('an event that has ended says so', async () => {
  await visit({
    getMetadata: {
      ...publicly,
      ctfStart: '2026-04-01T00:00:00.000Z',
      ctfEnd: '2026-04-02T00:00:00.000Z',
      ctfPostPlayEnd: '2026-04-03T00:00:00.000Z',
    },
  })
  expect(await screen.findByText('The CTF has ended.')).toBeDefined()
  expect(await screen.findByText('Open foxes')).toBeDefined()
})

test('a past event that is read-only says so', async () => {
  const past = { ctfEnd: '2026-05-01T09:00:00.000Z', ctfPostPlayEnd: '9999-12-31T00:00:00.000Z' }
  await visit({ getMetadata: { ...publicly, ...past, isReadOnly: true } })
  expect(await screen.findByText('This event is read-only.')).toBeDefined()
})

test('a scoreboard that cannot be loaded can be asked for again', async () => {
  const { server, settle } = await visit({
    getPublicScoreboard: new CallError('getPublicScoreboard', 'UNKNOWN', 'No.'),
  })
  expect(await screen.findByText('This could not be loaded.')).toBeDefined()
  server.getPublicScoreboard = board(group('Open'))
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await settle()
  expect(await screen.findByText('Open foxes')).toBeDefined()
})

test('an answer that fails later leaves the last one in place, and says how old it is', async () => {
  const { server, pass, settle } = await visit()
  await screen.findByText('Open foxes')
  server.getPublicScoreboard = new CallError('getPublicScoreboard', 'UNKNOWN', 'No.')
  await pass(50_000)
  await settle()
  expect(await screen.findByText(/^This cannot be refreshed at the moment\./)).toBeDefined()
  expect(screen.getByText('Open foxes')).toBeDefined()
})

test('a scoreboard that is not public any more says so', async () => {
  await visit({
    getPublicScoreboard: { ok: false, code: 'NOT_FOUND', retried: false, retryAfter: null },
  })
  expect(await screen.findByText('The scoreboard is not public any more.')).toBeDefined()
})

test('an event that cannot be read can be asked for again', async () => {
  const first = Promise.withResolvers<typeof publicly>()
  const { server, settle } = await showApp({
    path: '/scoreboard',
    isSignedOut: true,
    server: { getMetadata: first.promise, getPublicScoreboard: board(group('Open')) },
  })
  server.getMetadata = new CallError('getMetadata', 'UNKNOWN', 'No.')
  first.resolve(publicly)
  expect(await screen.findByText('The event could not be loaded.')).toBeDefined()
  server.getMetadata = publicly
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await settle()
  expect(await screen.findByText('Open foxes')).toBeDefined()
})

test('signing in leaves for the sign-in', async () => {
  await visit()
  fireEvent.click(screen.getByRole('button', { name: 'Sign in' }))
  await act(settled)
  expect(screen.getByRole('main').textContent).toContain('Redirecting to login page...')
})

test('language and colours can be chosen', async () => {
  const { app } = await visit()
  // A phone has them at the end of the page.
  for (const place of ['banner', 'contentinfo']) {
    const controls = within(screen.getByRole(place))
    expect(controls.getByLabelText('Language')).toBeDefined()
  }
  const header = within(screen.getByRole('banner'))
  fireEvent.click(header.getByRole('radio', { name: 'Dark' }))
  fireEvent.change(header.getByLabelText('Language'), { target: { value: 'de' } })
  await act(settled)
  const { scheme, locale } = app.getSnapshot().children
  expect(scheme?.getSnapshot().context.scheme).toBe('dark')
  expect(locale?.getSnapshot().context.locale).toBe('de')
})

test.each([
  ['the backend has no extensions', metadata],
  ['the event does not allow it', { ...metadata, extensions: ['scoreboard', 'event'] }],
])('if %s, the scoreboard needs a session', async (_, getMetadata) => {
  const { countOf } = await showApp({
    path: '/scoreboard',
    isSignedOut: true,
    server: { getMetadata },
  })
  expect(screen.getByRole('main').textContent).toContain('Redirecting to login page...')
  expect([countOf('getMetadata'), countOf('getPublicScoreboard')]).toEqual([1, 0])
})

test('a signed-in user sees the scoreboard of the own group', async () => {
  const { countOf } = await showApp({
    path: '/scoreboard',
    server: { getMetadata: publicly, getScoreboard: { entries: [] } },
  })
  await screen.findByRole('heading', { level: 1, name: 'Scoreboard' })
  expect(screen.queryByRole('button', { name: 'Sign in' })).toBe(null)
  expect([countOf('getScoreboard'), countOf('getPublicScoreboard')]).toEqual([1, 0])
})
