import { expect, test } from 'vitest'
import {
  findEntries,
  markedEntry,
  moveFrom,
  paletteEntries,
} from '../../../src/machines/palette/entries.ts'
import { facts, stats } from '../../models/data.ts'

const pageNames: Readonly<Record<string, string>> = {
  home: 'Home',
  ownTeam: 'Your team',
  scoreboard: 'Scoreboard',
  solvesCalendar: 'Flag Calendar',
  flugzeug: 'Flugzeug VM',
}
const challenge = (categorySlug: string, slug: string, name: string, order = 1) => ({
  categorySlug,
  slug,
  name,
  order,
  difficulty: 'easy',
})
const catalogue = {
  categories: [
    { slug: 'web', name: 'Web', description: '', order: 2 },
    { slug: 'pwn', name: 'Binaries', description: '', order: 1 },
  ],
  challenges: [
    challenge('web', 'cookies', 'Cookies', 2),
    challenge('web', 'shop', 'Flag Shop', 1),
    challenge('pwn', 'a b', 'Overflow'),
  ],
}
const entries = (changes: Parameters<typeof facts>[0] = {}) =>
  paletteEntries(
    { facts: facts(changes), catalogue, stats: stats(['cookies']) },
    page => pageNames[page] ?? page,
  )
const pathsOf = (found: readonly { path: string }[]) => found.map(({ path }) => path)

test('it lists every page and challenge, in the order of the sidebar', () => {
  expect(pathsOf(entries())).toEqual([
    '/',
    '/my-team',
    '/scoreboard',
    '/solves-calendar',
    '/flugzeug',
    '/challenge/pwn/a%20b',
    '/challenge/web/shop',
    '/challenge/web/cookies',
  ])
  expect(entries().at(-1)).toEqual({
    path: '/challenge/web/cookies',
    name: 'Cookies',
    category: 'Web',
    page: null,
    isRunning: true,
    isCompleted: false,
  })
})

test('without a team there is the home page alone', () => {
  expect(pathsOf(entries({ hasTeam: false }))).toEqual(['/'])
})

test('outside of play time no challenge is listed, and scores stay', () => {
  expect(pathsOf(entries({ phase: 'over' }))).toEqual([
    '/',
    '/my-team',
    '/scoreboard',
    '/solves-calendar',
  ])
  expect(pathsOf(entries({ phase: 'upcoming' }))).toEqual(['/', '/my-team'])
})

test('names and categories are searched by every word, whatever their case', () => {
  expect(pathsOf(findEntries(entries(), ' WEB  coo'))).toEqual(['/challenge/web/cookies'])
  expect(pathsOf(findEntries(entries(), 'web'))).toEqual([
    '/challenge/web/shop',
    '/challenge/web/cookies',
  ])
  expect(findEntries(entries(), 'nothing')).toEqual([])
  expect(findEntries(entries(), ' ')).toEqual(entries())
})

test('a name that begins with the query comes before one that has it elsewhere', () => {
  expect(pathsOf(findEntries(entries(), 'o'))).toEqual([
    '/challenge/pwn/a%20b',
    '/',
    '/my-team',
    '/scoreboard',
    '/challenge/web/shop',
    '/challenge/web/cookies',
  ])
})

test('a name that has the query comes before one whose category alone has it', () => {
  const all = entries().map(one =>
    one.path === '/challenge/pwn/a%20b' ? { ...one, name: 'Cobweb' } : one,
  )
  expect(pathsOf(findEntries(all.toReversed(), 'web'))).toEqual([
    '/challenge/pwn/a%20b',
    '/challenge/web/cookies',
    '/challenge/web/shop',
  ])
})

test('the marked entry moves round the ends, and is the first one where it is not found', () => {
  const found = entries({ phase: 'upcoming' })
  const moves = (['next', 'previous', 'first', 'last'] as const).map(move =>
    moveFrom(found, '/my-team', move),
  )
  expect(moves).toEqual(['/', '/', '/', '/my-team'])
  expect(moveFrom(found, null, 'next')).toBe('/my-team')
  expect(moveFrom(found, null, 'previous')).toBe('/my-team')
  expect([markedEntry(found, '/scoreboard'), markedEntry([], '/')]).toEqual([found[0], undefined])
  expect(moveFrom([], null, 'next')).toBe(undefined)
})
