import { expect, test } from 'vitest'
import type { ChallengeListItem } from '../../../src/api/contract.ts'
import { overviewOf } from '../../../src/domain/overview.ts'
import {
  runningChallenges,
  shownGroups,
  sidebarGroups,
} from '../../../src/machines/sidebar/groups.ts'
import { defaultPreferences as all } from '../../../src/machines/sidebar/machine.ts'
import { nextChallenge } from '../../../src/machines/sidebar/next-challenge.ts'
import { catalogue, facts, ref, stats } from './data.ts'

const overview = overviewOf(catalogue, stats, facts)
const numbers = (groups: ReturnType<typeof shownGroups>) =>
  groups.map(group => [
    group.category.slug,
    group.challenges.map(one => one.challenge.slug),
    `${group.completed}/${group.total}`,
  ])
const shown = (preferences: Partial<typeof all>) =>
  numbers(shownGroups(overview, { ...all, ...preferences }, null))
const b = ref('web', 'b')

test('solved challenges can be hidden, and a category without a challenge left goes with them', () => {
  expect(shown({ hidesSolved: true })).toEqual([['web', ['z', 'a'], '1/3']])
})

test('a filter keeps the names and tags that have it in them, in either case', () => {
  expect(shown({ filter: ' Z ' })).toEqual([['web', ['z'], '1/3']])
  expect(shown({ filter: 'rs' })).toEqual([['crypto', ['a'], '1/1']])
})

test('the challenge that is shown is listed in any case', () => {
  const hard = { ...all, filter: 'nothing', hidesSolved: true }
  expect(numbers(shownGroups(overview, hard, b))).toEqual([['web', ['b'], '1/3']])
})

test('a folded category lists only the challenge that is shown', () => {
  const folded = { ...all, folded: ['web'] }
  const crypto = ['crypto', ['a'], '1/1']
  expect(numbers(sidebarGroups(overview, folded, null))).toEqual([crypto, ['web', [], '1/3']])
  expect(numbers(sidebarGroups(overview, folded, b))).toEqual([crypto, ['web', ['b'], '1/3']])
  expect(sidebarGroups(overview, folded, null).map(group => group.isFolded)).toEqual([false, true])
})

test('matches of a filter are not folded', () => {
  const found = sidebarGroups(overview, { ...all, folded: ['web'], filter: 'z' }, null)
  expect([numbers(found), found[0]?.isFolded]).toEqual([[['web', ['z'], '1/3']], false])
})

test('everything that runs is listed by its name, or by its slug if the catalogue does not have it', () => {
  const running = [ref('web', 'z'), ref('web', 'gone'), ref('web', 'a')]
  expect(
    runningChallenges(catalogue, { runningChallenges: { running } }).map(one => one.name),
  ).toEqual(['A', 'gone', 'Z'])
  expect(runningChallenges(undefined, undefined)).toEqual([])
})

const listItem = (slug: string, more: Partial<ChallengeListItem> = {}): ChallengeListItem => ({
  categorySlug: 'web',
  slug,
  name: slug,
  order: 1,
  difficulty: 'easy',
  ...more,
})
const inWeb = (challengeSlug: string) => ref('web', challengeSlug)

test.each([
  ['follows in the order of the list', 'a', [], 'b'],
  ['is not one that is solved', 'a', ['b'], 'd'],
  ['is not one that is locked', 'b', [], 'd'],
  ['may be one that was unlocked', 'b', ['a'], 'c'],
  ['comes from the start after the last one', 'd', ['b'], 'a'],
  ['is none if all are solved', 'a', ['a', 'b', 'c', 'd'], undefined],
])('the next challenge %s', (_, current, solved, next) => {
  const categories = [{ slug: 'web', name: 'Web', description: '', order: 1 }]
  const challenges = [
    ...[listItem('d'), listItem('a'), listItem('b')],
    listItem('c', { requires: [inWeb('a')] }),
  ]
  const account = { ...stats, completedChallenges: solved.map(inWeb) }
  const groups = overviewOf({ categories, challenges }, account, facts)
  expect(nextChallenge(groups, inWeb(current))?.slug).toBe(next)
})
