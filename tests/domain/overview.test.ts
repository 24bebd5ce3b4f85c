import { expect, test } from 'vitest'
import { type OverviewChallenge, overviewOf } from '../../src/domain/overview.ts'
import { catalogue, facts, firstBlood, ref, stats } from '../machines/sidebar/data.ts'

const plainBackend = { ...facts, extensions: [] }

const list = (...args: Parameters<typeof overviewOf>) =>
  overviewOf(...args).map(group => [
    group.category.slug,
    group.challenges.map(one => one.challenge.slug),
    `${group.completed}/${group.total}`,
  ])

function find(slug: string, ...args: Parameters<typeof overviewOf>): OverviewChallenge {
  const found = overviewOf(...args)
    .flatMap(group => group.challenges)
    .find(one => `${one.challenge.categorySlug}/${one.challenge.slug}` === slug)
  if (!found) throw new Error(`No ${slug}.`)
  return found
}
const usual = (slug: string) => find(slug, catalogue, stats, facts)

test('categories stand by order, their challenges by order and then by name', () => {
  expect(list(catalogue, stats, facts)).toEqual([
    ['empty', [], '0/0'],
    ['crypto', ['a'], '1/1'],
    ['web', ['z', 'a', 'b'], '1/3'],
  ])
})

test('running and completed challenges are marked, by category and slug together', () => {
  const marks = ['crypto/a', 'web/a', 'web/b'].map(usual)
  expect(marks.map(one => [one.isRunning, one.isCompleted])).toEqual([
    [false, true],
    [false, false],
    [true, true],
  ])
})

test('without stats nothing is marked', () => {
  expect(list(catalogue, undefined, facts).map(([, , numbers]) => numbers)).toEqual([
    '0/0',
    '0/1',
    '0/3',
  ])
})

test('a challenge is solved, has some flags, is in progress while it runs, or is not started', () => {
  expect(usual('web/b').progress).toEqual({ is: 'solved' })
  expect(usual('web/z').progress).toEqual({ is: 'someFlags', solved: 1, total: 2 })
  expect(usual('web/a').progress).toEqual({ is: 'notStarted' })
  const running = { ...stats, runningChallenges: { running: [ref('web', 'a')] } }
  expect(find('web/a', catalogue, running, facts).progress).toEqual({ is: 'inProgress' })
  // The backend also lists challenges of which no flag is solved.
  const flags = { ...ref('web', 'a'), slug: 'a', solvedFlags: 0, totalFlags: 2, points: 0 }
  expect(find('web/a', catalogue, { ...stats, challenges: [flags] }, facts).progress).toEqual({
    is: 'notStarted',
  })
})

test('a challenge is locked by those of its requirements that are not solved, with their names', () => {
  expect(usual('web/z').needs).toEqual([
    { ...ref('web', 'a'), name: 'A' },
    { ...ref('web', 'gone'), name: 'gone' },
  ])
  expect(usual('web/b').needs).toEqual([])
  const solved = { ...stats, completedChallenges: [ref('web', 'z')] }
  expect(find('web/z', catalogue, solved, facts).needs).toEqual([])
})

test('points, solves, first blood and tags come from the backend', () => {
  expect(usual('web/b')).toMatchObject({
    points: 100,
    solves: 7,
    tags: [],
    firstBlood: { ...firstBlood, isOwn: false },
  })
  expect(usual('web/a')).toMatchObject({ points: 200, solves: 0, firstBlood: null })
  expect(usual('crypto/a')).toMatchObject({ solves: null, tags: ['RSA', 'lattice'] })
  const foxes = { ...stats, accountId: 'foxes' }
  expect(find('web/b', catalogue, foxes, facts).firstBlood?.isOwn).toBe(true)
})

test('after the event no challenge promises points', () => {
  expect(find('web/b', catalogue, stats, { ...facts, phase: 'postPlay' })).toMatchObject({
    points: null,
    solves: 7,
  })
})

test('a backend that does not name the extension shows nothing of it', () => {
  const nothing = { needs: [], points: null, solves: null, firstBlood: null, tags: [] }
  expect(find('web/z', catalogue, stats, plainBackend)).toMatchObject({
    ...nothing,
    progress: { is: 'notStarted' },
  })
  expect(find('web/b', catalogue, stats, plainBackend)).toMatchObject({
    ...nothing,
    progress: { is: 'solved' },
  })
})
