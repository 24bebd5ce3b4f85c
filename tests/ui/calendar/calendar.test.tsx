import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { SolveTimes } from '../../../src/api/contract.ts'
import { metadata } from '../../support/fake-app.ts'
import { showApp } from '../shell/show.tsx'

afterEach(cleanup)

const first = '2026-05-01T10:00:00.000Z'
const second = '2026-05-02T10:00:00.000Z'
const solves: SolveTimes['categories'] = [
  {
    name: 'Web',
    challengeSolves: [
      { name: 'Zebra', flagSolves: [] },
      {
        name: 'Login',
        flagSolves: [{ solveTimes: [first, second, second] }, { solveTimes: [first] }],
      },
    ],
  },
  { name: 'Crypto', challengeSolves: [] },
]

async function show(
  categories: SolveTimes['categories'],
  options: Parameters<typeof showApp>[0] = {},
) {
  const shown = await showApp({
    path: '/solves-calendar',
    ...options,
    server: { getSolveTimes: { categories }, ...options.server },
  })
  await screen.findByRole('heading', { level: 1, name: 'Flag Calendar' })
  return shown
}
const textOf = (row: Element) => [...row.children].map(cell => cell.textContent)
const rows = () => [...document.querySelectorAll('tr')].map(textOf)

test('categories and challenges stand by name, with a row a flag and a column a day', async () => {
  await show(solves)
  expect(screen.getAllByRole('heading', { level: 2 }).map(one => one.textContent)).toEqual([
    'Crypto',
    'Web',
  ])
  expect(rows()).toEqual([
    ['Challenge', 'Flag', 'May'],
    ['1', '2', '3'],
    ['Login', '1', '1', '2', '0'],
    ['2', '1', '0', '0'],
    ['Zebra', 'No flags available.'],
  ])
  // It fills its row: the number of the flag, and three days. A long name is cut, so the pointer shows it.
  const [none] = screen.getAllByText('No flags available.')
  expect(none?.getAttribute('colspan')).toBe('4')
  expect(none?.previousElementSibling?.getAttribute('title')).toBe('Zebra')
  // What scrolls must be reachable by keyboard.
  expect(screen.getAllByRole('region', { name: 'Solves in Web' }).map(one => one.tabIndex)).toEqual(
    [0],
  )
})

test('a month of one day has its letter, or its short name if no other month is beside it', async () => {
  const days = (ctfStart: string, ctfEnd: string) => ({
    server: { getMetadata: { ...metadata, ctfStart, ctfEnd, ctfPostPlayEnd: ctfEnd } },
  })
  await show(solves, days('2026-04-30T08:00:00.000Z', '2026-05-01T08:00:00.000Z'))
  expect(rows()[0]).toEqual(['Challenge', 'Flag', 'A', 'May'])
  // A letter says nothing to who hears it: it could be April or August.
  for (const name of ['April 2026', 'May 2026'])
    expect(screen.getAllByRole('columnheader', { name }).length).toBeGreaterThan(0)
})

test('a month of four days has room for its year', async () => {
  const getMetadata = { ...metadata, ctfEnd: '2026-05-04T08:00:00.000Z' }
  await show(solves, { server: { getMetadata } })
  expect(rows()[0]).toEqual(['Challenge', 'Flag', 'May 2026'])
})

test('today is marked, and no day of an event that is over', async () => {
  const { pass } = await show(solves)
  const today = () =>
    [...document.querySelectorAll('[aria-current="date"]')].map(one => one.textContent)
  expect(today()).toEqual(['1'])
  await pass(24 * 3_600_000)
  expect(today()).toEqual(['2'])
  await pass(48 * 3_600_000)
  expect(today()).toEqual([])
})

test('a cell is grey without solves, and the greener the nearer it comes to the largest day', async () => {
  await show(solves)
  const heat = [...document.querySelectorAll('tr[data-flag] td')].map(cell =>
    cell.getAttribute('data-heat'),
  )
  expect(heat).toEqual(['4', '8', null, '4', null, null])
})

test('the legend goes from grey to the greenest, which is the largest day', async () => {
  await show(solves)
  const legend = screen.getByText(/2 solves on a day/)
  const shades = [...legend.querySelectorAll('[class*="cell"]')]
  expect(shades.map(shade => shade.getAttribute('data-heat'))).toEqual([null, '1', '3', '6', '8'])
})

test('the largest day of all categories is the greenest', async () => {
  const once = { name: 'Xor', flagSolves: [{ solveTimes: [first] }] }
  await show([...solves, { name: 'Zero', challengeSolves: [once] }])
  const heat = [...document.querySelectorAll('tr[data-flag] td')].map(cell =>
    cell.getAttribute('data-heat'),
  )
  expect(heat).toEqual(['4', '8', null, '4', null, null, '4', null, null])
})

test('a category without challenges says so, and so does an event', async () => {
  await show([{ name: 'Crypto', challengeSolves: [] }])
  expect(screen.getByText('No challenges available.')).toBeDefined()
  cleanup()
  await show([])
  expect(screen.getByText('No challenges available.')).toBeDefined()
})

test('the tooltip says which flag, how many solves and when, on hover and on focus', async () => {
  await show(solves)
  const [cell] = screen.getAllByRole('cell', { name: '2' })
  const tooltip = () => screen.queryByRole('tooltip')?.textContent
  expect(tooltip()).toBe(undefined)
  if (cell) fireEvent.mouseOver(cell)
  expect(tooltip()).toBe('Flag 1 of 22 solves · May 2, 2026')
  if (cell)
    fireEvent.mouseLeave(screen.getByRole('group', { name: 'Solves by challenge, flag and day' }))
  expect(tooltip()).toBe(undefined)
  if (cell) fireEvent.keyDown(cell, { key: 'ArrowDown' })
  expect(tooltip()).toBe('Flag 2 of 20 solves · May 2, 2026')
  if (document.activeElement) fireEvent.keyDown(document.activeElement, { key: 'ArrowLeft' })
  expect(tooltip()).toBe('Flag 2 of 21 solve · May 1, 2026')
  expect(document.activeElement?.getAttribute('aria-describedby')).toBe(
    screen.getByRole('tooltip').id,
  )
  if (document.activeElement) fireEvent.keyDown(document.activeElement, { key: 'Escape' })
  expect(tooltip()).toBe(undefined)
})

test('the tooltip stays at its cell while the table is scrolled', async () => {
  await show(solves)
  const [cell] = screen.getAllByRole('cell', { name: '2' })
  if (!cell) throw new Error('No cell has two solves.')
  const place = vi.spyOn(cell, 'getBoundingClientRect').mockReturnValue(new DOMRect(300, 50, 20))
  fireEvent.mouseOver(cell)
  const left = () => screen.getByRole('tooltip').style.insetInlineStart
  expect(left()).toBe('310px')
  place.mockReturnValue(new DOMRect(100, 50, 20))
  fireEvent.scroll(screen.getByRole('region', { name: 'Solves in Web' }))
  expect(left()).toBe('110px')
})

test('the arrow down enters a table from the region that scrolls it', async () => {
  await show(solves)
  fireEvent.keyDown(screen.getByRole('region', { name: 'Solves in Web' }), { key: 'ArrowRight' })
  expect(document.activeElement).toBe(document.body)
  fireEvent.keyDown(screen.getByRole('region', { name: 'Solves in Web' }), { key: 'ArrowDown' })
  expect(document.activeElement).toBe(document.querySelector('tr[data-flag] td'))
})

test('an event of more days than are shown says so', async () => {
  const getMetadata = { ...metadata, ctfStart: '2020-01-01T08:00:00.000Z' }
  await show(solves, { server: { getMetadata } })
  expect(screen.getByText('The calendar shows 400 days of the event only.')).toBeDefined()
  expect(document.querySelectorAll('th[aria-current="date"]').length).toBeGreaterThan(0)
  cleanup()
  // Its last moment is the first one of day 401.
  const ctfEnd = new Date(2027, 5, 5).toISOString()
  await show(solves, { server: { getMetadata: { ...metadata, ctfEnd } } })
  expect(screen.getByText(/^The calendar shows/)).toBeDefined()
  cleanup()
  await show(solves)
  expect(screen.queryByText(/^The calendar shows/)).toBe(null)
})

test('an event that ends as it starts has that day', async () => {
  const { ctfStart } = metadata
  await show(solves, { server: { getMetadata: { ...metadata, ctfEnd: ctfStart } } })
  expect(screen.queryByText('The event ends before it starts.')).toBe(null)
  expect(rows().slice(0, 2)).toEqual([['Challenge', 'Flag', 'May'], ['1']])
})

test('an event that ends before it starts is an error', async () => {
  await show(solves, {
    server: {
      getMetadata: {
        ctfStart: '2026-05-01T08:00:00.000Z',
        ctfEnd: '2026-04-30T08:00:00.000Z',
        ctfPostPlayEnd: '2026-05-04T08:00:00.000Z',
        flagPrefix: 'GUIDON',
        teamModeEnabled: false,
      },
    },
  })
  expect(screen.getByText('The event ends before it starts.')).toBeDefined()
  expect(rows()).toEqual([])
})
