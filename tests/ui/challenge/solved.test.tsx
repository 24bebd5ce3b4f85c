import { act, cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { signedInChildren } from '../../../src/machines/app/children.ts'
import { detail, running, score, statsOf } from '../../support/challenge.ts'
import type { Server } from '../../support/fake-app.ts'
import { showChallenge } from './show.tsx'

afterEach(cleanup)

const statsAt = (numSolvedFlags: number, rank: number | null) => ({
  ...statsOf([], 2, numSolvedFlags),
  score: { rank, points: 0, numSolvedFlags },
})
const whole = { ...score, points: 200, solvedFlags: 2, isCompleted: true }
const panel = () => within(screen.getByRole('region', { name: 'Flag' }))
const news = () =>
  panel()
    .getAllByRole('status')
    .map(({ textContent }) => textContent)

async function solve(before: Server, after: Server) {
  const fake = await showChallenge({ solveChallenge: { status: 1 }, ...before })
  await userEvent.type(panel().getByLabelText('Flag'), 'GUIDON{{a}')
  Object.assign(fake.server, after)
  await userEvent.keyboard('{Enter}')
  await fake.settle()
  await fake.settle()
  return fake
}

test('a flag of several says its points, how many are solved, and the new rank', async () => {
  await solve(
    { getStats: statsAt(0, 3) },
    { getStats: statsAt(1, 2), getScore: { ...score, points: 80, solvedFlags: 1 } },
  )
  expect(news()).toEqual(['The flag is correct!', '+80 points1 of 2 flags3rdnow 2nd place'])
  expect(panel().queryByRole('link', { name: /^Next/ })).toBe(null)
})

test.each([
  // The style sheet counts, so the number that counts is no text.
  [999, '+999 points'],
  [1000, '+1,0001,000 points'],
  [0.5, '+0.50.5 points'],
])('%d points count up, if the style sheet can write their number', async (points, text) => {
  const after = { getStats: statsAt(1, null), getScore: { ...score, points, solvedFlags: 1 } }
  await solve({ getStats: statsAt(0, null) }, after)
  expect(news()[1]).toBe(`${text}1 of 2 flags`)
})

test.each([
  [3, 'This flag was already submitted.'],
  [2, 'This flag is wrong.'],
] as const)(
  'the next verdict takes away what the flag before brought: %s',
  async (status, text) => {
    const after = { getStats: statsAt(1, 2), getScore: { ...score, points: 80, solvedFlags: 1 } }
    const { server, settle } = await solve({ getStats: statsAt(0, 3) }, after)
    Object.assign(server, { solveChallenge: { status } })
    await userEvent.type(panel().getByLabelText('Flag'), 'GUIDON{{b}')
    expect(news()[1]).toMatch(/^[+]80/)
    await userEvent.keyboard('{Enter}')
    await settle()
    expect(news()).toEqual([text, ''])
  },
)

test('the last flag of the first account says first blood', async () => {
  const first = { accountId: 'a1', displayName: 'alice', time: '2026-05-01T12:00:00.000Z' }
  await solve(
    { getStats: statsAt(0, 1), getChallenge: { ...detail, solves: 0, firstBlood: null } },
    {
      getStats: statsAt(2, 1),
      getScore: whole,
      getChallenge: { ...detail, solves: 1, firstBlood: first },
    },
  )
  expect(news()).toEqual(['The flag is correct!', '+200 pointsFirst blood!'])
})

test('a backend without the extension is not asked for the challenge again', async () => {
  const { countOf } = await solve(
    { getStats: statsAt(0, 1) },
    { getStats: statsAt(2, 1), getScore: whole },
  )
  expect(countOf('getChallenge')).toBe(1)
})

test('a user who comes back to the page does not get the message again', async () => {
  const { page } = await solve(
    { getStats: statsAt(0, 3) },
    { getStats: statsAt(1, 2), getScore: { ...score, points: 80, solvedFlags: 1 } },
  )
  await act(async () => page().send({ type: 'page.left' }))
  await act(async () => page().send({ type: 'page.entered' }))
  expect(news().at(-1)).toBe('')
})

test('a completed challenge leads to the next one, and offers to stop its environment', async () => {
  const { countOf } = await showChallenge({ getScore: whole, getInstance: running })
  const next = panel().getByRole('link', { name: 'Next: Shop of Horrors' })
  expect(next.getAttribute('href')).toBe('/challenge/web/shop')
  await userEvent.click(panel().getByRole('button', { name: 'Stop the environment' }))
  expect(countOf('stopInstance')).toBe(1)
  // The button is gone. Tab leads to the next challenge.
  expect(document.activeElement).toBe(next.parentElement)
  await userEvent.tab()
  expect(document.activeElement).toBe(next)
})

test('the next challenge is one that the filter of the sidebar shows', async () => {
  const { app } = await showChallenge({ getScore: whole })
  const sidebar = signedInChildren(app.getSnapshot())?.sidebar
  await act(async () => sidebar?.send({ type: 'sidebar.filtered', filter: 'horror' }))
  panel().getByRole('link', { name: 'Next: Shop of Horrors' })
  await act(async () => sidebar?.send({ type: 'sidebar.filtered', filter: 'login' }))
  expect(panel().queryByRole('link', { name: /^Next/ })).toBe(null)
})

test('the next challenge is the one after this, also if the sidebar hides what is solved', async () => {
  const listed = ['intro', 'login', 'shop'].map((slug, order) => ({
    categorySlug: 'web',
    slug,
    name: slug,
    order,
    difficulty: 'easy',
  }))
  const stats = {
    ...statsOf(),
    completedChallenges: [{ categorySlug: 'web', challengeSlug: 'login' }],
  }
  const { app } = await showChallenge({
    getScore: whole,
    listChallenges: listed,
    getStats: stats,
  })
  const sidebar = signedInChildren(app.getSnapshot())?.sidebar
  await act(async () => sidebar?.send({ type: 'sidebar.solvedToggled' }))
  panel().getByRole('link', { name: 'Next: shop' })
})

test('without an environment there is nothing to stop, and without another challenge no next one', async () => {
  await showChallenge({
    getScore: whole,
    getStats: {
      ...statsOf(),
      completedChallenges: [
        { categorySlug: 'web', challengeSlug: 'shop' },
        { categorySlug: 'web', challengeSlug: 'login' },
      ],
    },
  })
  expect(panel().queryByRole('button', { name: 'Stop the environment' })).toBe(null)
  expect(panel().queryByRole('link', { name: /^Next/ })).toBe(null)
})

const solvedBy = (username?: string): Server => ({
  getScore: whole,
  getStats: {
    ...statsAt(2, 1),
    challenges: [
      {
        categorySlug: 'web',
        slug: 'login',
        solvedFlags: 2,
        totalFlags: 2,
        points: 200,
        solvedAt: '2026-05-01T12:00:00.000Z',
        ...(username && { solvedBy: username }),
      },
    ],
  },
})

test('the member who completed the challenge, and the time, are in the header and beside the flag', async () => {
  await showChallenge(solvedBy('bob'))
  const [header, flag, ...more] = screen.getAllByText(/^Solved by bob,/)
  expect(header?.textContent).toMatch(/^Solved by bob, \d+:\d\d/)
  expect(header?.closest('header')).toBeTruthy()
  expect(panel().getByText(/^Solved by bob/)).toBe(flag)
  expect(more).toEqual([])
})

test.each(['alice', undefined])('of %s, who is not a team mate, it says nothing', async name => {
  await showChallenge(solvedBy(name))
  expect(screen.getAllByText('Completed').length).toBeGreaterThan(0)
  expect(screen.queryByText(/^Solved by/)).toBe(null)
})
