import { describe, expect, test } from 'vitest'
import { type Facts, unknownFacts } from '../../../src/domain/facts.ts'
import type { Path } from '../../../src/domain/path.ts'
import { generalPages } from '../../../src/machines/navigation/general.ts'
import { decide, mayOpen } from '../../../src/machines/navigation/guard.ts'
import { challengePath, type Page, pageOf } from '../../../src/machines/navigation/pages.ts'
import { playing } from '../../support/challenge.ts'

const home = { kind: 'redirect', to: '/' }
const undecided = { kind: 'undecided' }
const show = (page: Page) => ({ kind: 'show', page })
const decideIn = (path: string, facts: Partial<Facts> = {}, returnTo: Path = '/') =>
  decide(path, { ...playing, ...facts }, returnTo)

describe('paths', () => {
  test.each<[string, Page]>([
    ['/', { name: 'home' }],
    ['/my-team', { name: 'ownTeam' }],
    ['/my-team/', { name: 'ownTeam' }],
    ['/scoreboard?find=x', { name: 'scoreboard' }],
    ['/solves-calendar', { name: 'solvesCalendar' }],
    ['/announcements', { name: 'announcements' }],
    ['/flugzeug', { name: 'flugzeug' }],
    ['/challenge/web/a%2Fb', { name: 'challenge', categorySlug: 'web', challengeSlug: 'a/b' }],
    ['/challenge/web', { name: 'notFound' }],
    ['/challenge/web/%ZZ', { name: 'notFound' }],
    ['/auth/login', { name: 'login' }],
    ['/auth/redirect?code=1', { name: 'afterLoginRedirect' }],
    ['/auth/logout', { name: 'logout' }],
    ['/nowhere', { name: 'notFound' }],
  ])('%s', (path, page) => expect(pageOf(path)).toEqual(page))

  test('a challenge path survives slugs with any letter', () => {
    expect(pageOf(challengePath({ categorySlug: 'a b', challengeSlug: 'ü/?#' }))).toEqual({
      name: 'challenge',
      categorySlug: 'a b',
      challengeSlug: 'ü/?#',
    })
  })
})

test('after the sign-in, its paths lead to what was asked for', () => {
  expect(decide('/auth/redirect?code=1', unknownFacts, '/scoreboard')).toEqual({
    kind: 'redirect',
    to: '/scoreboard',
  })
  expect(decide('/auth/login', unknownFacts, '/')).toEqual(home)
})

test('a page that does not say who may open it is open to nobody', () => {
  expect(mayOpen({ path: '/new' }, playing)).toBe(false)
})

test('pages with conditions undecided until these are known', () => {
  expect(decide('/scoreboard', unknownFacts, '/')).toEqual(undecided)
  expect(decide('/', unknownFacts, '/')).toEqual(undecided)
  expect(decideIn('/flugzeug', { flugzeugEnabled: null })).toEqual(undecided)
})

test('an unknown path needs no knowledge', () => {
  expect(decide('/nowhere', unknownFacts, '/')).toEqual(show({ name: 'notFound' }))
})

test('own team leads home without a team, or without team mode', () => {
  expect(decideIn('/my-team')).toEqual(show({ name: 'ownTeam' }))
  expect(decideIn('/my-team', { hasTeam: false })).toEqual(home)
  expect(decideIn('/my-team', { teamMode: false, hasTeam: false })).toEqual(home)
})

test('scoreboard and calendar need a start and a score group, and outlive the end', () => {
  for (const path of ['/scoreboard', '/solves-calendar']) {
    expect(decideIn(path).kind).toBe('show')
    expect(decideIn(path, { phase: 'over' }).kind).toBe('show')
    expect(decideIn(path, { phase: 'upcoming' })).toEqual(home)
    expect(decideIn(path, { hasScoreGroup: false })).toEqual(home)
    expect(decideIn(path, { hasTeam: false })).toEqual(home)
  }
})

test('pages of accounts open with the scoreboard, where the backend has them', () => {
  const extended = { extensions: ['scoreboard'] } as const
  const page = show({ name: 'account', accountId: 'a1' })
  expect(decideIn('/accounts/a1', extended)).toEqual(page)
  expect(decideIn('/accounts/a1', { ...extended, phase: 'over' })).toEqual(page)
  expect(decideIn('/accounts/a1', { ...extended, phase: 'upcoming' })).toEqual(home)
  expect(decideIn('/accounts/a1')).toEqual(home)
})

test('challenges need play time and a score group', () => {
  const path = '/challenge/web/one'
  expect(decideIn(path)).toEqual(
    show({ name: 'challenge', categorySlug: 'web', challengeSlug: 'one' }),
  )
  expect(decideIn(path, { phase: 'postPlay' }).kind).toBe('show')
  expect(decideIn(path, { phase: 'over' })).toEqual(home)
  expect(decideIn(path, { phase: 'upcoming' })).toEqual(home)
  expect(decideIn(path, { hasScoreGroup: false })).toEqual(home)
  expect(decideIn(path, { isBanned: true })).toEqual(home)
})

test('Flugzeug needs play time, a score group, and to be enabled', () => {
  expect(decideIn('/flugzeug')).toEqual(show({ name: 'flugzeug' }))
  expect(decideIn('/flugzeug', { flugzeugEnabled: false })).toEqual(home)
  expect(decideIn('/flugzeug', { phase: 'over', flugzeugEnabled: null })).toEqual(home)
})

test('if nobody knows whether there are desktops, their page says so, and no link leads there', () => {
  const unreadable = { flugzeugEnabled: 'unreadable' } as const
  expect(decideIn('/flugzeug', unreadable)).toEqual(show({ name: 'flugzeug' }))
  expect(decideIn('/flugzeug', { ...unreadable, phase: 'over' })).toEqual(home)
  expect(generalPages({ ...playing, ...unreadable })).not.toContain('flugzeug')
  expect(generalPages(playing)).toContain('flugzeug')
})

test('announcements are for everybody who is signed in, where the backend has them', () => {
  const early = { phase: 'upcoming', hasTeam: false, hasScoreGroup: false } as const
  const page = { name: 'announcements' } as const
  expect(decideIn('/announcements', early)).toEqual(home)
  expect(decideIn('/announcements', { ...early, extensions: ['announcements'] })).toEqual(
    show(page),
  )
  expect(generalPages({ ...playing, extensions: ['announcements'] })).toContain('announcements')
  expect(generalPages(playing)).not.toContain('announcements')
})
