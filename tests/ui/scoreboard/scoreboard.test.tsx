import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { ScoreboardEntry } from '../../../src/api/contract.ts'
import { statsOf } from '../../support/challenge.ts'
import { metadata } from '../../support/fake-app.ts'
import { iconsIn } from '../../support/icons.ts'
import { showApp } from '../shell/show.tsx'

afterEach(cleanup)

const entry = (accountId: string, rank: number | null, points = 1000): ScoreboardEntry => ({
  accountId,
  displayName: `Team ${accountId}`,
  flags: 3,
  points,
  rank,
})
const many = (count: number) =>
  Array.from({ length: count }, (_, index) => entry(`n${index + 1}`, index + 1))

async function show(entries: ScoreboardEntry[], options: Parameters<typeof showApp>[0] = {}) {
  const shown = await showApp({
    path: '/scoreboard',
    ...options,
    server: { getScoreboard: { entries }, ...options.server },
  })
  await screen.findByRole('heading', { level: 1, name: 'Scoreboard' })
  return shown
}
const rows = () => screen.getAllByRole('row').slice(1)
const textOf = (row: HTMLElement) => [...row.children].map(cell => cell.textContent)

test('the table has rank, points, user and number of flags; a missing rank is N/A', async () => {
  await show([entry('a', 1), entry('b', null)])
  expect(screen.getAllByRole('columnheader').map(one => one.textContent)).toEqual([
    'Rank',
    'Points',
    'User',
    'Flags',
  ])
  expect(rows().slice(0, 2).map(textOf)).toEqual([
    ['#1', '1,000', 'Team a', '3'],
    ['N/A', '1,000', 'Team b', '3'],
  ])
})

test('a rank of many digits is written as on the home page', async () => {
  await show([entry('a', 12_345)])
  expect(rows().slice(0, 1).map(textOf)).toEqual([['#12,345', '1,000', 'Team a', '3']])
})

test('in team mode its column is that of the teams', async () => {
  const teamMode = { ...metadata, teamModeEnabled: true }
  const team = { id: 't1', name: 'Foxes', joinToken: 'j', maxSize: null, members: [] }
  await show([entry('a', 1)], { server: { getMetadata: teamMode, getTeam: team } })
  expect(screen.getAllByRole('columnheader')[2]?.textContent).toBe('Team')
  const own = rows().find(row => row.dataset.own)
  expect([textOf(own as HTMLElement)[2], iconsIn(own ?? null)]).toEqual([
    ...['aliceYour team', ['team']],
  ])
})

test.each([
  ['Open to all', 'Score group: Open to all'],
  [undefined, undefined],
])('the score group is named, if the event has several: %s', async (scoreGroupName, text) => {
  const getStats = { ...statsOf(), ...(scoreGroupName && { scoreGroupName }) }
  await show([entry('a1', 1)], { server: { getStats } })
  expect(screen.queryByText(/^Score group/)?.textContent).toBe(text)
})

test("the user's own row is highlighted and marked in words", async () => {
  await show([entry('a', 1), entry('a1', 2)])
  const own = rows().filter(row => row.dataset.own)
  expect(own.map(textOf)).toEqual([['#2', '1,000', 'Team a1You', '3']])
  expect(own.map(iconsIn)).toEqual([['trophy', 'userIcon']])
})

test("the user's own account is inserted by its rank where the answer left it out", async () => {
  const stats = { ...statsOf(), score: { rank: 2, points: 5, numSolvedFlags: 1 } }
  await show([entry('a', 1), entry('b', 3)], { server: { getStats: stats } })
  expect(rows().map(row => textOf(row)[2])).toEqual(['Team a', 'aliceYou', 'Team b'])
})

test('ranks one to three are styled, if they have points', async () => {
  await show([entry('a', 1), entry('b', 2), entry('c', 3, 0), entry('d', 4)])
  const shown = rows().slice(0, 4)
  expect(shown.map(row => row.dataset.medal)).toEqual(['1', '2', undefined, undefined])
  expect(shown.map(iconsIn)).toEqual([['trophy'], ['trophy'], [], []])
})

test('accounts that are equal share a rank, and the next one keeps its own', async () => {
  await show([entry('a', 1), entry('b', 1), entry('c', 3)])
  const ranks = rows().map(row => textOf(row)[0])
  expect(ranks.slice(0, 3)).toEqual(['#1', '#1', '#3'])
})

test('a name is found by a part of it', async () => {
  await show([entry('fox', 1), entry('owl', 2)])
  fireEvent.change(screen.getByRole('searchbox', { name: 'Find a name' }), {
    target: { value: 'OWL' },
  })
  expect(await screen.findByText('1 of 3 shown')).toBeDefined()
  // Only the table of the extension has a time of the last flag, and arrows.
  expect(screen.queryByText(/^With equal points/)).toBe(null)
  expect(rows().map(row => textOf(row)[2])).toEqual(['Team owl'])
})

test('blanks alone search for nothing', async () => {
  await show([entry('fox', 1), entry('owl', 2)])
  fireEvent.change(screen.getByRole('searchbox', { name: 'Find a name' }), {
    target: { value: '  ' },
  })
  expect(screen.getByText('3 entries')).toBeDefined()
  expect(rows().length).toBe(3)
})

test('without an account there is no row to jump to', async () => {
  await show([entry('fox', 1)], { server: { getStats: { ...statsOf(), accountId: '' } } })
  expect(rows().length).toBe(1)
  expect(screen.queryByRole('button', { name: 'Jump to me' })).toBe(null)
})

test("a search without a result says so, and the jump still leads to the user's own row", async () => {
  window.scrollTo = () => {}
  await show([entry('fox', 1), entry('a1', 2)])
  fireEvent.change(screen.getByRole('searchbox', { name: 'Find a name' }), {
    target: { value: 'nobody' },
  })
  expect(await screen.findByText('No matches.')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Jump to me' }))
  expect(rows().length).toBe(2)
  expect(document.activeElement).toBe(rows().find(row => row.dataset.own))
})

test('a scoreboard where nobody is says so, and has nothing to search', async () => {
  await show([], { server: { getStats: { ...statsOf(), accountId: '' } } })
  expect(await screen.findByText('No entries yet.')).toBeDefined()
  expect(screen.queryByRole('searchbox', { name: 'Find a name' })).toBe(null)
})

test('ten thousand entries stay under 5,000 nodes, and each is there to be found', async () => {
  const { view } = await show([...many(9_999), entry('a1', 10_000)])
  expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('10001')
  const nodes = document.createNodeIterator(view.container)
  let count = 0
  while (nodes.nextNode()) count += 1
  expect(count).toBeLessThan(5_000)
  for (const name of ['Team n1', 'Team n5000', 'Team n9999', 'Team a1']) {
    expect(view.container.textContent).toContain(name)
  }
  const own = rows().find(row => row.dataset.own)
  expect(own?.getAttribute('aria-rowindex')).toBe('10001')
  expect(document.querySelectorAll('[hidden="until-found"]').length).toBeGreaterThan(20)
})

test('while the scoreboard loads there is a spinner', async () => {
  await showApp({
    path: '/scoreboard',
    server: { getScoreboard: new Promise<never>(() => {}) },
  })
  await screen.findByRole('heading', { level: 1, name: 'Scoreboard' })
  expect(within(screen.getByRole('main')).getByText('Loading')).toBeDefined()
})

test('a scoreboard that could not be loaded says why, and is tried again when asked', async () => {
  const { server, settle } = await showApp({
    path: '/scoreboard',
    server: { getScoreboard: new Error('The backend is ill.') },
  })
  expect(await screen.findByText(/^Something went wrong on the server/)).toBeDefined()
  server.getScoreboard = { entries: [entry('a', 1)] }
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await settle()
  expect(screen.getByText('Team a')).toBeDefined()
})

test('data that can no longer be refreshed is shown with its age', async () => {
  const { server, pass, settle } = await show([entry('a', 1)])
  expect(screen.queryByText(/cannot be refreshed/)).toBe(null)
  server.getScoreboard = new Error('gone')
  await pass(50_000)
  await settle()
  expect(screen.getByText(/cannot be refreshed/)).toBeDefined()
  expect(screen.getByText('Team a')).toBeDefined()
})

test('while the view moves, the rows that stay are not made again', async () => {
  await show(many(1000))
  const body = screen.getAllByRole('rowgroup')[1]
  const rowOf = (index: number) => document.querySelector(`[aria-rowindex="${index + 2}"]`)
  const scrollTo = async (row: number) => {
    if (body) body.getBoundingClientRect = () => new DOMRect(0, -row * 40, 600, 1000 * 40)
    fireEvent.scroll(window)
    await waitFor(() => expect([rowOf(row) === null, rowOf(row + 90)]).toEqual([false, null]))
  }
  await scrollTo(200)
  const before = rowOf(220)
  await scrollTo(230)
  expect(rowOf(220)).toBe(before)
})

test('a printer gets every row, and the screen its few again', async () => {
  await show(many(1000))
  const onScreen = rows().length
  act(() => void window.dispatchEvent(new Event('beforeprint')))
  const printed = rows().map(row => textOf(row)[0])
  act(() => void window.dispatchEvent(new Event('afterprint')))
  expect(printed).toEqual([...rankOf(1000), 'N/A'])
  expect([onScreen < 500, rows().length]).toEqual([true, onScreen])
})

const rankOf = (count: number) =>
  Array.from({ length: count }, (_, index) => `#${(index + 1).toLocaleString('en')}`)

const more = { ...metadata, extensions: ['scoreboard'] }
const hour = (hour: number) => `2026-05-01T${String(hour).padStart(2, '0')}:00:00.000Z`
const history = {
  series: [
    {
      accountId: 'a',
      displayName: 'Team a',
      points: [
        { time: hour(9), points: 400 },
        { time: hour(11), points: 1000 },
      ],
    },
    { accountId: 'a1', displayName: 'alice', points: [{ time: hour(10), points: 300 }] },
  ],
}
const extended = (entries: ScoreboardEntry[], server = {}, frozenSince: string | null = null) =>
  showApp({
    path: '/scoreboard',
    server: {
      getMetadata: more,
      getScoreboard: { entries, frozenSince },
      getHistory: history,
      ...server,
    },
  })

test('with the extension, a row also has the last flag, the change of rank, and a link', async () => {
  const time = '2026-05-01T11:00:00.000Z'
  await extended([
    { ...entry('a', 1), lastSolve: time, rankBefore: 1004 },
    { ...entry('b', 2), lastSolve: time, rankBefore: 1 },
    { ...entry('c', 3), lastSolve: time, rankBefore: 3 },
    { ...entry('d', 4), lastSolve: null, rankBefore: null },
  ])
  const table = await screen.findByRole('table', { name: 'Scoreboard' })
  const shown = within(table).getAllByRole('row').slice(1, 5)
  const cells = shown.map(row => within(row).getAllByRole('cell'))
  expect(cells.map(all => all.at(-1)?.textContent)).toEqual(['▲ 1,003', '▼ 1', '', ''])
  const changes = within(table).getAllByRole('img', { name: /up|down/ })
  expect(changes.map(one => one.getAttribute('aria-label'))).toEqual(['up 1,003', 'down 1'])
  expect(changes.map(one => /_(up|down)_/.exec(one.className)?.[1])).toEqual(['up', 'down'])
  const times = cells.map(all => all.at(-2)?.querySelector('time')?.dateTime)
  expect(times).toEqual([time, time, time, undefined])
  const [first] = shown
  expect(within(first as HTMLElement).getByRole('link', { name: 'Team a' })).toHaveProperty(
    'pathname',
    '/accounts/a',
  )
  const note = /those who solved their last flag earlier are ahead/
  expect(screen.getByText(note)).toBeDefined()
  // It explains the table, so it goes with it.
  fireEvent.change(screen.getByRole('searchbox', { name: 'Find a name' }), {
    target: { value: 'nobody' },
  })
  expect(await screen.findByText('No matches.')).toBeDefined()
  expect(screen.queryByText(note)).toBe(null)
})

test('without the extension, the board is that of the specification', async () => {
  const { calls } = await show([entry('a', 1)])
  expect(screen.queryByRole('region', { name: 'Points over time' })).toBe(null)
  expect(within(screen.getByRole('main')).queryAllByRole('link')).toEqual([])
  expect(calls.map(({ name }) => name)).not.toContain('getHistory')
})

test('the history can be read as a table, with the points of each account at each moment', async () => {
  const { pass } = await extended([entry('a', 1)])
  const panel = await screen.findByRole('region', { name: 'Points over time' })
  expect(await within(panel).findByText('Show the numbers')).toBeDefined()
  const [, ...lines] = [...panel.querySelectorAll('tr')].map(row => [...row.children])
  expect(lines.map(([name]) => name?.textContent)).toEqual(['Team a', 'alice'])
  expect(lines.map(line => line.at(-1)?.textContent)).toEqual(['1,000', '300'])
  const end = () => [...panel.querySelectorAll('thead th')].at(-1)?.textContent
  expect(end()).toBe('Fri 2:00 PM')
  // An unchanged answer draws nothing until the next five minutes.
  await pass(6 * 60_000)
  expect(end()).toBe('Fri 2:10 PM')
})

test('while nobody has points, the history says so', async () => {
  await extended([], { getHistory: { series: [] } })
  expect(await screen.findByText('Nobody has points yet.')).toBeDefined()
  screen.getByText('The race starts with the first solved flag.')
})

test('after the end, the history promises no points to come', async () => {
  const getMetadata = { ...more, ctfEnd: hour(11) }
  await extended([], { getHistory: { series: [] }, getMetadata })
  expect(await screen.findByText('Nobody has points.')).toBeDefined()
  expect(screen.queryByText('The race starts with the first solved flag.')).toBe(null)
})

test('a history that could not be loaded leaves the table, and is asked for again', async () => {
  const { server, settle } = await extended([entry('a', 1)], { getHistory: new Error('no') })
  const panel = await screen.findByRole('region', { name: 'Points over time' })
  expect(screen.getByRole('table', { name: 'Scoreboard' })).toBeDefined()
  server.getHistory = history
  fireEvent.click(within(panel).getByRole('button', { name: 'Try again' }))
  await settle()
  expect(await within(panel).findByText('Show the numbers')).toBeDefined()
})

test.each([
  [1, 'You have 1 point now.'],
  [0, 'You have 0 points now.'],
  [-1, 'You have −1 point now.'],
])('a frozen board says %i in a whole sentence', async (points, sentence) => {
  const stats = { ...statsOf(), score: { rank: 2, points, numSolvedFlags: 1 } }
  await extended([entry('a', 1)], { getStats: stats }, hour(10))
  const title = await screen.findByText('The scoreboard is frozen.')
  expect(title.parentElement?.textContent).toContain(sentence)
})

test("a frozen board says so, since when, and what the user's own account has by now", async () => {
  const stats = { ...statsOf(), score: { rank: 2, points: 1300, numSolvedFlags: 1 } }
  await extended([entry('a', 1)], { getStats: stats }, hour(10))
  const title = await screen.findByText('The scoreboard is frozen.')
  const notice = title.parentElement
  expect(notice?.querySelector('time')?.dateTime).toBe(hour(10))
  expect(notice?.textContent).toContain('You have 1,300 points now.')
  cleanup()
  // A backend may say so after the end, too, when the board is final.
  const getMetadata = { ...more, ctfEnd: hour(11) }
  await extended([entry('a', 1)], { getMetadata }, hour(10))
  await screen.findByRole('table', { name: 'Scoreboard' })
  expect(screen.queryByText('The scoreboard is frozen.')).toBe(null)
})
