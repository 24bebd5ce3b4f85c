import { act, cleanup, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { signedInChildren } from '../../../src/machines/app/children.ts'
import { HomePage } from '../../../src/ui/home/home-page.tsx'
import { catalogue, firstBlood, ref, stats } from '../../machines/sidebar/data.ts'
import { notRunning, running } from '../../support/challenge.ts'
import { iconsIn } from '../../support/icons.ts'
import { event, grouped, inPlay, show, team } from './show.tsx'

afterEach(cleanup)

const account = (numSolvedFlags: number) => ({
  ...grouped(true),
  ...stats,
  score: { rank: 2, points: numSolvedFlags * 100, numSolvedFlags },
})
const playing = {
  getMetadata: event(inPlay, { extensions: ['challenges'] }),
  getTeam: team,
  getStats: account(1),
  listCategories: catalogue.categories,
  listChallenges: catalogue.challenges,
  getInstance: running,
}
const plain = { ...playing, getMetadata: event(inPlay) }

const card = (category: string, name: string) => {
  const group = within(screen.getByRole('region', { name: category }))
  const found = group
    .getAllByRole('listitem')
    .find(item => within(item).getAllByRole('link')[0]?.textContent === name)
  if (!found) throw new Error(`No card of ${name}.`)
  return found
}
const textOf = (category: string, name: string) => card(category, name).textContent

test('a card shows points, difficulty, tags, state, solves and first blood', async () => {
  await show(<HomePage />, playing)
  expect(textOf('web', 'B')).toBe('B100 pointsEasyCompleted7 solvesFirst blood: Foxes')
  expect(textOf('web', 'A')).toBe('A200 pointsEasyNot startedNo solves yet')
  expect(textOf('crypto', 'A')).toBe('A50 pointsEasyRSAlatticeCompleted')
  expect(within(card('web', 'B')).getByRole('img', { name: 'Running' })).toBeTruthy()
})

test('a card looks solved or locked if it is, and the own first blood unlike that of others', async () => {
  const own = { ...firstBlood, accountId: stats.accountId, displayName: 'Owls' }
  const listChallenges = catalogue.challenges.map(one =>
    one.categorySlug === 'crypto'
      ? { ...one, solves: 1, firstBlood: own }
      : { ...one, requires: one.requires?.slice(0, 2) ?? [] },
  )
  await show(<HomePage />, { ...playing, listChallenges })
  const looks = (
    [
      ['web', 'B'],
      ['web', 'A'],
      ['web', 'Z'],
      ['crypto', 'A'],
    ] as const
  ).map(([category, name]) => {
    const { dataset } = card(category, name)
    const first = within(card(category, name)).queryByTitle(/Foxes|Owls/)
    return [dataset.solved, dataset.locked, first?.dataset.own]
  })
  expect(looks).toEqual([
    ['true', undefined, undefined],
    [undefined, undefined, undefined],
    [undefined, 'true', undefined],
    ['true', undefined, 'true'],
  ])
})

test('a locked challenge links to those that it needs', async () => {
  await show(<HomePage />, playing)
  const z = within(card('web', 'Z'))
  expect(z.getByText(/^Locked\. Complete first:/).textContent).toBe(
    'Locked. Complete first: A, gone',
  )
  expect(z.getByRole('link', { name: 'A' }).getAttribute('href')).toBe('/challenge/web/a')
})

test('some flags of a challenge are counted', async () => {
  const open = catalogue.challenges.map(({ requires, ...one }) => one)
  await show(<HomePage />, { ...playing, listChallenges: open })
  expect(textOf('web', 'Z')).toContain('1 of 2 flags')
})

test("a category's description stands below its name", async () => {
  const listCategories = catalogue.categories.map(one =>
    one.slug === 'web' ? { ...one, description: 'Sites to break.' } : one,
  )
  await show(<HomePage />, { ...playing, listCategories })
  expect(
    within(screen.getByRole('region', { name: 'web' })).getByText('Sites to break.'),
  ).toBeTruthy()
})

test('each progress has its icon', async () => {
  const runningChallenges = { maximum: 3, running: [ref('web', 'a')] }
  const listChallenges = catalogue.challenges.map(({ requires, ...one }) => one)
  const getStats = { ...account(1), runningChallenges }
  await show(<HomePage />, { ...playing, listChallenges, getStats })
  const state = (category: string, name: string) => {
    const shown = card(category, name).querySelector('[data-is]')
    return [shown?.textContent, ...iconsIn(shown)]
  }
  expect([state('web', 'A'), state('web', 'B'), state('web', 'Z')]).toEqual([
    ['In progress', 'terminal'],
    ['Completed', 'circleCheck'],
    ['1 of 2 flags', 'flag'],
  ])
})

test('a backend of the specification alone has a overview, too', async () => {
  await show(<HomePage />, plain)
  expect(['B', 'A', 'Z'].map(name => textOf('web', name))).toEqual([
    'BEasyCompleted',
    'AEasyNot started',
    'ZEasyNot started',
  ])
})

test('after the end of the event no card promises points', async () => {
  const over = event([-9, -8, 7], { extensions: ['challenges'] })
  await show(<HomePage />, { ...playing, getMetadata: over })
  expect(textOf('web', 'A')).toBe('AEasyNot startedNo solves yet')
  expect(screen.getByText('Challenges close in')).toBeTruthy()
})

test('the overview is filtered as the sidebar is', async () => {
  const { app, user } = await show(<HomePage />, playing)
  const sidebar = signedInChildren(app.getSnapshot())?.sidebar
  act(() => sidebar?.send({ type: 'sidebar.filtered', filter: 'rsa' }))
  expect(screen.queryByRole('region', { name: 'web' })).toBe(null)
  expect(card('crypto', 'A')).toBeTruthy()
  await user.clear(screen.getByRole('searchbox', { name: 'Filter challenges' }))
  await user.click(screen.getByRole('checkbox', { name: 'Hide completed challenges' }))
  expect(screen.queryByRole('region', { name: 'crypto' })).toBe(null)
  await user.type(screen.getByRole('searchbox', { name: 'Filter challenges' }), 'xyzzy')
  expect(screen.getByText('No challenges match.')).toBeTruthy()
})

test('a overview that is empty, or could not be loaded, says so', async () => {
  await show(<HomePage />, { ...playing, listChallenges: [] })
  expect(screen.getByText('No challenges available.')).toBeTruthy()
  cleanup()
  const { server, user, settle } = await show(<HomePage />, {
    ...playing,
    listChallenges: new Error('no'),
  })
  expect(screen.getByText('This could not be loaded.')).toBeTruthy()
  server.listChallenges = catalogue.challenges
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await settle()
  expect(card('web', 'B')).toBeTruthy()
})

test('until the challenges are there, nothing says how many are completed', async () => {
  await show(<HomePage />, { ...playing, listChallenges: new Promise<never>(() => {}) })
  const standing = screen.getByRole('region', { name: 'Where you stand' })
  expect(standing.textContent).toMatch(/Completed–$/)
})

test('beside the overview stand the time that is left, rank, points and what is completed', async () => {
  await show(<HomePage />, playing)
  const standing = screen.getByRole('region', { name: 'Where you stand' })
  expect(standing.textContent).toBe('Time left40 h 0 minRank#2Points100Completed2 of 4')
})

test('an account without points has no rank yet', async () => {
  await show(<HomePage />, { ...playing, getStats: account(0) })
  expect(screen.getByRole('region', { name: 'Where you stand' }).textContent).toContain('RankN/A')
})

test('an account whose flags gave no points has the rank that the scoreboard shows', async () => {
  const stats = account(0)
  const score = { ...stats.score, numSolvedFlags: 1 }
  await show(<HomePage />, { ...playing, getStats: { ...stats, score } })
  const standing = screen.getByRole('region', { name: 'Where you stand' })
  expect(standing.textContent).toContain('Rank#2Points0')
})

test('an account below zero has the rank that the scoreboard shows', async () => {
  await show(<HomePage />, { ...playing, getStats: account(-70) })
  const standing = screen.getByRole('region', { name: 'Where you stand' })
  expect(standing.textContent).toContain('Rank#2Points−7,000')
})

test('running environments have a link, and the minutes that are left', async () => {
  const { server, app, settle } = await show(<HomePage />, playing)
  await settle()
  const panel = screen.getByRole('region', { name: 'Running now' })
  expect(panel.textContent).toBe('Running nowB60 minutes left')
  expect(within(panel).getByRole('link', { name: 'B' }).getAttribute('href')).toBe(
    '/challenge/web/b',
  )
  server.getStats = { ...account(1), runningChallenges: { running: [] } }
  server.getInstance = notRunning
  act(() => app.send({ type: 'account.changed' }))
  await settle()
  expect(screen.queryByRole('region', { name: 'Running now' })).toBe(null)
})

test.each([
  [6, '6 minutes left', undefined],
  [5, '5 minutes left', 'true'],
  [1, '1 minute left', 'true'],
  [0, 'stops soon', 'true'],
])(
  'an environment with %i minutes left says %s, and has the colour of a warning from five on',
  async (minutes, text, short) => {
    const stop = new Date(Date.parse('2026-05-01T12:00:00Z') + minutes * 60_000)
    const getInstance = { ...running, scheduledStopTime: stop.toISOString() }
    const { settle } = await show(<HomePage />, { ...playing, getInstance })
    await settle()
    const panel = screen.getByRole('region', { name: 'Running now' })
    const left = within(panel).getByText(text)
    expect(left.closest<HTMLElement>('[class]')?.dataset.short).toBe(short)
  },
)

test('how-to and rules are open before the first flag, and fold with it', async () => {
  const { server, app, settle, user } = await show(<HomePage />, {
    ...playing,
    getStats: account(0),
  })
  const isOpen = (name: string) =>
    screen.getByRole('button', { name }).getAttribute('aria-expanded') === 'true'
  expect([isOpen('How to play'), isOpen('Rules')]).toEqual([true, true])
  server.getStats = account(1)
  act(() => app.send({ type: 'account.changed' }))
  await settle()
  expect([isOpen('How to play'), isOpen('Rules')]).toEqual([false, false])
  expect(screen.queryByText(/Connect your device to the VPN/)).toBe(null)
  await user.click(screen.getByRole('button', { name: 'How to play' }))
  expect([isOpen('How to play'), isOpen('Rules')]).toEqual([true, false])
  expect(await screen.findByText(/Connect your device to the VPN/)).toBeTruthy()
})
