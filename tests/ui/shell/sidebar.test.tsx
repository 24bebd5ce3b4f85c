import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { AnswerOf } from '../../../src/api/contract.ts'
import { statsOf } from '../../support/challenge.ts'
import { ref, showApp } from './show.tsx'

afterEach(cleanup)
// jsdom does not apply our styles, so it treats the menu as a closed popover.
const hidden = true

const nav = () => screen.getByRole('navigation', { name: 'Pages and challenges', hidden })
const links = () =>
  within(nav())
    .getAllByRole('link', { hidden })
    .map(link => link.textContent)
const current = () =>
  within(nav())
    .getAllByRole('link', { hidden })
    .filter(link => link.getAttribute('aria-current') === 'page')
    .map(link => link.textContent)
const general = ['Home', 'Scoreboard', 'Flag Calendar']
const challenges = ['Login', 'Shop of Horrors']
const event = {
  ctfStart: '2026-05-01T08:00:00.000Z',
  ctfEnd: '2026-05-03T08:00:00.000Z',
  ctfPostPlayEnd: '2026-05-04T08:00:00.000Z',
  flagPrefix: 'GUIDON',
  teamModeEnabled: false,
}
const later = { ...event, ctfStart: '2026-05-02T08:00:00.000Z' }
const over = {
  ...event,
  ctfStart: '2026-04-01T08:00:00.000Z',
  ctfEnd: '2026-04-02T08:00:00.000Z',
  ctfPostPlayEnd: '2026-04-03T08:00:00.000Z',
}
const noGroup = { ...statsOf(), accountHasScoreGroup: false, scoreGroup: null }

test('General comes first, then the categories with their challenges', async () => {
  await showApp()
  expect(links()).toEqual([...general, ...challenges])
  expect(
    within(nav())
      .getAllByRole('heading', { hidden })
      .map(heading => heading.textContent),
  ).toEqual(['General', 'Web0/20 of 2 completed'])
  expect(nav().ariaBusy).toBe('false')
})

test('the menu is busy until the challenges are known', async () => {
  await showApp({ server: { listChallenges: new Promise<never>(() => {}) } })
  expect([links().slice(0, 1), nav().ariaBusy]).toEqual([['Home'], 'true'])
})

test('before the start there is only Home', async () => {
  await showApp({ server: { getMetadata: later } })
  expect(links()).toEqual(['Home'])
})

test('without a score group there is only Home', async () => {
  await showApp({ server: { getStats: noGroup } })
  expect(links()).toEqual(['Home'])
})

test('after the end scoreboard and calendar stay, challenges go', async () => {
  await showApp({ server: { getMetadata: over } })
  expect(links()).toEqual(general)
})

test("in team mode there is a link to the user's own team", async () => {
  const team = { id: 't1', name: 'Foxes', joinToken: 'j', maxSize: null, members: [] }
  await showApp({ server: { getMetadata: { ...event, teamModeEnabled: true }, getTeam: team } })
  expect(links()).toEqual([...general.toSpliced(1, 0, 'Your team'), ...challenges])
})

test('in team mode a user without a team sees Home alone', async () => {
  const none = { ok: false, code: 'NO_TEAM', retried: false, retryAfter: null } as const
  await showApp({ server: { getMetadata: { ...event, teamModeEnabled: true }, getTeam: none } })
  expect(links()).toEqual(['Home'])
})

test.each(['catalogue', 'desktop'] as const)(
  'challenges and the link to the desktop are shown together, if the %s comes late',
  async late => {
    const list = Promise.withResolvers<AnswerOf<'listChallenges'>>()
    const enabled = Promise.withResolvers<{ enabled: boolean }>()
    const { settle } = await showApp({
      server: { listChallenges: list.promise, getFlugzeugEnabled: enabled.promise },
    })
    const answers = {
      catalogue: () =>
        list.resolve([
          { categorySlug: 'web', slug: 'login', name: 'Login', order: 1, difficulty: 'easy' },
        ]),
      desktop: () => enabled.resolve({ enabled: true }),
    }
    answers[late === 'desktop' ? 'catalogue' : 'desktop']()
    await settle()
    expect(links()).toEqual(general)
    answers[late]()
    await settle()
    expect(links()).toEqual([...general, 'Flugzeug VM', 'Login'])
  },
)

test.each([
  ['challenges', { listChallenges: new Error('no') }, ['Flugzeug VM']],
  ['desktop', { getFlugzeugEnabled: new Error('no') }, challenges],
] as const)('if the %s cannot be read, the other is shown', async (_, server, shown) => {
  await showApp({ server: { getFlugzeugEnabled: { enabled: true }, ...server } })
  expect(links()).toEqual([...general, ...shown])
})

test('the Flugzeug has a link where it is enabled', async () => {
  await showApp({ server: { getFlugzeugEnabled: { enabled: true } } })
  expect(links()).toEqual([...general, 'Flugzeug VM', ...challenges])
})

test('running and completed challenges are marked in words', async () => {
  const stats = {
    ...statsOf(),
    runningChallenges: { running: [ref('web', 'login')] },
    completedChallenges: [ref('web', 'shop')],
  }
  await showApp({ server: { getStats: stats } })
  expect(within(nav()).getByRole('link', { name: /^Login\s*Running$/, hidden })).toBeDefined()
  expect(
    within(nav()).getByRole('link', { name: /^Shop of Horrors\s*Completed$/, hidden }),
  ).toBeDefined()
})

test('the page that is shown is marked as current', async () => {
  const { go, settle } = await showApp({ path: '/' })
  go('/scoreboard')
  await settle()
  expect(current()).toEqual(['Scoreboard'])
})

test('of two challenges with one slug, only the one that is open is current', async () => {
  await showApp({
    path: '/challenge/pwn/login',
    server: {
      listCategories: [
        { slug: 'web', name: 'Web', description: '', order: 1 },
        { slug: 'pwn', name: 'Pwn', description: '', order: 2 },
      ],
      listChallenges: [
        { categorySlug: 'web', slug: 'login', name: 'Web login', order: 1, difficulty: 'easy' },
        { categorySlug: 'pwn', slug: 'login', name: 'Pwn login', order: 1, difficulty: 'easy' },
      ],
    },
  })
  expect(current()).toEqual(['Pwn login'])
})

test('challenges are filtered by name', async () => {
  const { settle } = await showApp()
  fireEvent.change(screen.getByRole('searchbox', { name: 'Filter challenges', hidden }), {
    target: { value: 'horror' },
  })
  await settle()
  expect(links()).toEqual([...general, 'Shop of Horrors'])
  fireEvent.change(screen.getByRole('searchbox', { name: 'Filter challenges', hidden }), {
    target: { value: 'nothing' },
  })
  expect(screen.getByText('No challenges match.')).toBeDefined()
})

test('solved challenges can be hidden', async () => {
  await showApp({
    server: { getStats: { ...statsOf(), completedChallenges: [ref('web', 'login')] } },
  })
  fireEvent.click(screen.getByRole('checkbox', { name: 'Hide completed challenges', hidden }))
  expect(links()).toEqual([...general, 'Shop of Horrors'])
})

test('an event without challenges says so', async () => {
  await showApp({ server: { listChallenges: [] } })
  expect(within(nav()).getByText('No challenges available.')).toBeDefined()
})

test('the footer says what it is powered by', async () => {
  await showApp()
  expect(screen.getByText('Powered by Guidon')).toBeDefined()
})

const more = { ...event, extensions: ['challenges'] }
const listed = [
  { categorySlug: 'web', slug: 'login', name: 'Login', order: 1, difficulty: 'easy', points: 1075 },
  {
    categorySlug: 'web',
    slug: 'shop',
    name: 'Shop',
    order: 2,
    difficulty: 'easy',
    requires: [ref('web', 'login')],
  },
]
const nameOf = (index: number) =>
  within(nav()).getAllByRole('link', { hidden })[general.length + index]?.textContent

test('links carry points, and a mark where others must be solved first', async () => {
  await showApp({ server: { getMetadata: more, listChallenges: listed } })
  expect([nameOf(0), nameOf(1)]).toEqual(['Login1,075 points', 'Shop'])
  expect(
    within(nav())
      .getAllByRole('img', { hidden })
      .map(mark => mark.ariaLabel),
  ).toEqual(['Locked'])
  cleanup()
  // What is completed brings no more points.
  const getStats = { ...statsOf(), completedChallenges: [ref('web', 'login')] }
  await showApp({ server: { getMetadata: more, listChallenges: listed, getStats } })
  expect(nameOf(0)).toBe('Login')
  cleanup()
  await showApp({ server: { listChallenges: listed } })
  expect([nameOf(0), nameOf(1)]).toEqual(['Login', 'Shop'])
  expect(within(nav()).queryByRole('img', { hidden })).toBe(null)
})

test('a category folds, except the challenge that is open, and not while a filter finds in it', async () => {
  const { settle } = await showApp({ path: '/challenge/web/login' })
  const heading = () => within(nav()).getByRole('button', { name: /^Web/, hidden })
  const filter = (value: string) =>
    fireEvent.change(screen.getByRole('searchbox', { name: 'Filter challenges', hidden }), {
      target: { value },
    })
  fireEvent.click(heading())
  expect([links(), heading().ariaExpanded]).toEqual([[...general, 'Login'], 'false'])
  filter('shop')
  await settle()
  expect([links(), heading().ariaExpanded, heading().ariaDisabled]).toEqual([
    [...general, ...challenges],
    'true',
    'true',
  ])
  expect(heading().getAttribute('aria-disabled')).toBe('true')
  fireEvent.click(heading())
  filter('')
  await settle()
  expect(links()).toEqual([...general, 'Login'])
  fireEvent.click(heading())
  expect(links()).toEqual([...general, ...challenges])
})
