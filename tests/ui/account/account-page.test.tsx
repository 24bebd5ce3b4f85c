import { act, cleanup, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { AccountDetail } from '../../../src/api/contract.ts'
import { metadata } from '../../support/fake-app.ts'
import { showApp } from '../shell/show.tsx'

afterEach(cleanup)

const more = { ...metadata, teamModeEnabled: true, extensions: ['scoreboard'] }
const team = { id: 'a1', name: 'Foxes', joinToken: 'j', maxSize: null, members: [] }
const owls: AccountDetail = {
  accountId: 'a7',
  displayName: 'Owls',
  rank: 3,
  points: 1250,
  members: [{ username: 'ada' }, { username: 'ben' }],
  solves: [
    {
      categorySlug: 'web',
      challengeSlug: 'login',
      name: 'Login',
      time: '2026-05-01T10:00:00.000Z',
      points: 250,
    },
  ],
}
const nobody = { ok: false, code: 'NOT_FOUND', retried: false, retryAfter: null } as const

const show = (server = {}, path = '/accounts/a7') =>
  showApp({ path, server: { getMetadata: more, getTeam: team, getAccount: owls, ...server } })

test('a rank of many digits is written as on the home page', async () => {
  await show({ getAccount: { ...owls, rank: 12_345 } })
  expect(await screen.findByText('#12,345')).toBeDefined()
})

test('the page of an account has its members, its points and its solves with a link', async () => {
  const { calls } = await show()
  await screen.findByRole('heading', { level: 1, name: /Owls/ })
  const main = within(screen.getByRole('main'))
  expect(main.getByText('#3')).toBeDefined()
  expect(main.getByText('Owls').translate).toBe(false)
  expect(main.getByText('1,250 points')).toBeDefined()
  expect(main.getByText('1 challenge')).toBeDefined()
  expect(main.getAllByRole('listitem').map(one => one.textContent)).toEqual(['ada', 'ben'])
  expect(main.getByRole('region', { name: 'Members' }).querySelector('header')?.textContent).toBe(
    'Members2',
  )
  const [, solve] = main.getAllByRole('row')
  expect(within(solve as HTMLElement).getByRole('link', { name: 'Login' })).toHaveProperty(
    'pathname',
    '/challenge/web/login',
  )
  expect(calls.filter(({ name }) => name === 'getAccount').map(({ params }) => params)).toEqual([
    { accountId: 'a7' },
  ])
  expect(document.title).toContain('Owls')
})

test("the user's own account is marked in words", async () => {
  const getMetadata = { ...more, extensions: ['scoreboard', 'account'] }
  const own = { ...owls, accountId: 'a1', rank: null, points: 1 }
  await show({ getMetadata, getAccount: own }, '/accounts/a1')
  expect(await screen.findByRole('heading', { level: 1, name: 'Owls Your team' })).toBeDefined()
  expect([screen.getByText('N/A'), screen.getByText('1 point')].length).toBe(2)
  // What a team submitted is on its own page.
  expect(screen.queryByRole('region', { name: 'Submissions' })).toBe(null)
})

test('an account without solves has a page that says so', async () => {
  await show({ getAccount: { ...owls, solves: [] } })
  expect(await screen.findByText('Nothing completed yet.')).toBeDefined()
})

test('after the end, solves have no links: the challenges are closed', async () => {
  const over = { ctfEnd: '2026-05-01T09:00:00.000Z', ctfPostPlayEnd: '2026-05-01T10:00:00.000Z' }
  await show({ getMetadata: { ...more, ...over } })
  expect((await screen.findByRole('rowheader', { name: 'Login' })).querySelector('a')).toBe(null)
})

test('an account that does not exist is not found', async () => {
  await show({ getAccount: nobody })
  expect(await screen.findByRole('heading', { level: 1, name: 'Account not found' })).toBeDefined()
})

test('an account that could not be read says why, and is read again when asked', async () => {
  const { server, settle } = await show({ getAccount: new Error('no') })
  expect(await screen.findByText('This could not be loaded.')).toBeDefined()
  server.getAccount = owls
  act(() => screen.getByRole('button', { name: 'Try again' }).click())
  await settle()
  expect(await screen.findByRole('heading', { level: 1, name: /Owls/ })).toBeDefined()
})

test('a backend without the extension has no such page, and is not asked', async () => {
  const { calls } = await show({ getMetadata: { ...more, extensions: undefined } })
  expect(await screen.findByRole('heading', { level: 1 })).toHaveProperty(
    'textContent',
    'Hello, Alice!',
  )
  expect(calls.map(({ name }) => name)).not.toContain('getAccount')
})

test('each account is read on its own, and no longer once its page is left', async () => {
  const { go, settle, pass, calls } = await show()
  await screen.findByRole('heading', { level: 1, name: /Owls/ })
  const asked = () =>
    calls.filter(({ name }) => name === 'getAccount').map(({ params }) => Object(params).accountId)
  act(() => go('/accounts/a8'))
  await settle()
  expect(asked()).toEqual(['a7', 'a8'])
  act(() => go('/'))
  await settle()
  await pass(10 * 60_000)
  await settle()
  expect(asked()).toEqual(['a7', 'a8'])
})

test("without teams, the page of the user's own account has what a team has on its own", async () => {
  const submissions = {
    submissions: [
      {
        categorySlug: 'web',
        challengeSlug: 'login',
        username: 'alice',
        status: 2 as const,
        time: '2026-05-01T10:00:00.000Z',
      },
    ],
  }
  const alone = {
    getMetadata: { ...more, teamModeEnabled: false, extensions: ['scoreboard', 'account'] },
    getSubmissions: submissions,
  }
  await show({ ...alone, getAccount: { ...owls, accountId: 'a1' } }, '/accounts/a1')
  const region = within(await screen.findByRole('region', { name: 'Submissions' }))
  expect(region.getByText('Wrong')).toBeDefined()
  // All of them are the user's own.
  expect(region.queryByRole('columnheader', { name: 'Member' })).toBe(null)
  expect(region.getAllByRole('row').map(one => one.children.length)).toEqual([3, 3])
  expect(screen.getByRole('region', { name: 'Running environments' })).toBeDefined()
  // It is its only member.
  expect(screen.queryByRole('region', { name: 'Members' })).toBe(null)
  cleanup()
  await show(alone)
  await screen.findByRole('heading', { level: 1, name: /Owls/ })
  expect(screen.queryByRole('region', { name: 'Submissions' })).toBe(null)
})
