import { expect, test } from 'vitest'
import { heatOf } from '../../src/domain/heat.ts'
import { overviewOf } from '../../src/domain/overview.ts'
import { runningChallenges } from '../../src/machines/sidebar/groups.ts'
import { catalogue, facts, ref } from '../machines/sidebar/data.ts'

const names = ['Level 10', 'level 2', 'Level 1', 'Émile']
const inOrder = ['Émile', 'Level 1', 'level 2', 'Level 10']
const slugOf = (name: string) => name.replace(/\W/g, '')
const challenges = names.map(name => ({
  categorySlug: 'web',
  slug: slugOf(name),
  name,
  order: 1,
  difficulty: 'easy',
}))
const categories = names.map(name => ({ slug: slugOf(name), name, description: '', order: 1 }))

test('numbers in names are ordered by their value: 2 before 10', () => {
  const overview = overviewOf({ ...catalogue, challenges }, undefined, facts)
  const web = overview.find(({ category }) => category.slug === 'web')
  expect(web?.challenges.map(one => one.challenge.name)).toEqual(inOrder)
  const groups = overviewOf({ categories, challenges: [] }, undefined, facts)
  expect(groups.map(({ category }) => category.name)).toEqual(inOrder)
})

test('so are those of the calendar', () => {
  const flagSolves = [{ solveTimes: [] }]
  const challengeSolves = names.map(name => ({ name, flagSolves }))
  const heat = heatOf({ categories: names.map(name => ({ name, challengeSolves })) }, [])
  expect(heat.categories.map(({ name }) => name)).toEqual(inOrder)
  expect(heat.categories[0]?.challenges.map(({ name }) => name)).toEqual(inOrder)
})

test('so are the environments that run', () => {
  const running = challenges.map(({ slug }) => ref('web', slug))
  const list = runningChallenges({ categories, challenges }, { runningChallenges: { running } })
  expect(list.map(({ name }) => name)).toEqual(inOrder)
})
