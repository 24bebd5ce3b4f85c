import { expect, test } from 'vitest'
import { runningChallenges, sidebarGroups } from '../../../src/machines/sidebar/groups.ts'

const category = (slug: string, order: number) => ({ slug, name: slug, description: '', order })
const challenge = (categorySlug: string, slug: string, order: number) => ({
  categorySlug,
  slug,
  name: slug.toUpperCase(),
  order,
  difficulty: 'easy',
})
const catalogue = {
  categories: [category('web', 2), category('crypto', 1), category('empty', 0)],
  challenges: [
    challenge('web', 'b', 1),
    challenge('web', 'a', 1),
    challenge('web', 'z', 0),
    challenge('crypto', 'a', 0),
  ],
}
const ref = (categorySlug: string, challengeSlug: string) => ({ categorySlug, challengeSlug })
const stats = {
  runningChallenges: { maximum: 3, running: [ref('web', 'b')] },
  completedChallenges: [ref('web', 'b'), ref('crypto', 'a')],
}
const all = { filter: '', hidesSolved: false }
const namesOf = (...args: Parameters<typeof sidebarGroups>) =>
  sidebarGroups(...args).map(group => [
    group.category.slug,
    group.challenges.map(one => one.challenge.slug),
    `${group.completed}/${group.total}`,
  ])

test('categories stand by order, their challenges by order and then by name', () => {
  expect(namesOf(catalogue, stats, all, null)).toEqual([
    ['crypto', ['a'], '1/1'],
    ['web', ['z', 'a', 'b'], '1/3'],
  ])
})

test('what runs and what is completed is marked, by category and slug together', () => {
  expect(
    sidebarGroups(catalogue, stats, all, null).flatMap(group =>
      group.challenges.map(one => [
        group.category.slug,
        one.challenge.slug,
        one.isRunning,
        one.isCompleted,
      ]),
    ),
  ).toEqual([
    ['crypto', 'a', false, true],
    ['web', 'z', false, false],
    ['web', 'a', false, false],
    ['web', 'b', true, true],
  ])
})

test('solved challenges can be hidden, and a category without a challenge left goes with them', () => {
  expect(namesOf(catalogue, stats, { filter: '', hidesSolved: true }, null)).toEqual([
    ['web', ['z', 'a'], '1/3'],
  ])
})

test('a filter keeps the names that have it in them, in either case', () => {
  expect(namesOf(catalogue, stats, { filter: ' Z ', hidesSolved: false }, null)).toEqual([
    ['web', ['z'], '1/3'],
  ])
})

test('the challenge that is shown is listed in any case', () => {
  const hard = { filter: 'nothing', hidesSolved: true }
  expect(namesOf(catalogue, stats, hard, { categorySlug: 'web', challengeSlug: 'b' })).toEqual([
    ['web', ['b'], '1/3'],
  ])
})

test('without stats nothing is marked', () => {
  expect(namesOf(catalogue, undefined, all, null)).toEqual([
    ['crypto', ['a'], '0/1'],
    ['web', ['z', 'a', 'b'], '0/3'],
  ])
})

test('everything that runs is listed by name, by slug where the catalogue is silent', () => {
  const running = [ref('web', 'z'), ref('web', 'gone'), ref('web', 'a')]
  expect(
    runningChallenges(catalogue, { ...stats, runningChallenges: { running } }).map(one => one.name),
  ).toEqual(['A', 'gone', 'Z'])
  expect(runningChallenges(undefined, undefined)).toEqual([])
})
