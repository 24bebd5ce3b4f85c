import { describe, expect, test } from 'vitest'
import type { ChallengeDefinition } from '../../../platform/event/model.ts'
import { computeBoard } from '../../../platform/scores/board.ts'
import { createBoards } from '../../../platform/scores/boards.ts'
import { rankAmong } from '../../../platform/scores/own-state.ts'
import { addSolve, createSolver } from '../../../platform/scores/solver.ts'
import { challengeValue, pointsOf } from '../../../platform/scores/value.ts'
import { createSimulatedClock } from '../../support/simulated-clock.ts'

const challenge = (slug: string, value: ChallengeDefinition['value'], shares = [1]) =>
  ({
    rowName: { category: 'misc', slug },
    categorySlug: 'misc',
    slug,
    value,
    flags: shares.map((share, at) => ({ id: String(at), share })),
  }) as ChallengeDefinition

const solver = (id: string, solved: [slug: string, minute: number, flag?: string][]) => {
  const row = { id, displayName: id, scoreGroup: 'open', scoreGroupAt: null, createdAt: new Date() }
  const made = createSolver(row, 'open')
  for (const [slug, minute, flagId = '0'] of solved) {
    const solvedAt = new Date(minute * 60_000)
    const solve = { accountId: id, category: 'misc', slug, flagId, userId: id, solvedAt }
    addSolve(made, { ...solve, counts: true })
  }
  return made
}
const ranks = (solvers: ReturnType<typeof solver>[], challenges: ChallengeDefinition[]) =>
  computeBoard(solvers, challenges).entries.map(
    ({ accountId, rank, points }) => `${rank} ${accountId} ${points}`,
  )

const hundred = { kind: 'static', points: 100 } as const

describe('ranks', () => {
  const all = [challenge('a', hundred), challenge('b', hundred)]

  test('with equal points, who got there earlier is ahead', () => {
    const late = solver('late', [['a', 5]])
    const early = solver('early', [['a', 3]])
    expect(ranks([late, early], all)).toEqual(['1 early 100', '2 late 100'])
  })

  test('with equal points, who solved nothing is behind who solved something', () => {
    const idle = [solver('idle', []), solver('other', [])]
    const active = ['late', 'early'].map((id, at) => solver(id, [['free', 5 - at]]))
    const free = challenge('free', { kind: 'static', points: 0 })
    expect(ranks([...idle, ...active], [free])).toEqual([
      '1 early 0',
      '2 late 0',
      '3 idle 0',
      '3 other 0',
    ])
  })

  test('those without points share a rank, and the next rank counts them', () => {
    const some = ['x', 'y'].map(id => solver(id, [['a', 1]]))
    const none = ['m', 'n'].map(id => solver(id, []))
    const last = [
      ...none,
      solver('best', [
        ['a', 1],
        ['b', 2],
      ]),
      ...some,
    ]
    expect(ranks(last, all)).toEqual(['1 best 200', '2 x 100', '2 y 100', '4 m 0', '4 n 0'])
  })
})

describe('the rank of an account now, on a board of before', () => {
  const all = ['a', 'b', 'c'].map(slug => challenge(slug, hundred))
  const frozen = computeBoard(
    [
      solver('first', [
        ['a', 1],
        ['b', 2],
      ]),
      solver('second', [['a', 3]]),
      solver('third', [['a', 4]]),
      solver('last', []),
    ],
    all,
  )
  const at = (minute: number) => new Date(minute * 60_000).toISOString()

  test.each([
    ['last', 100, 5, 4],
    ['last', 200, 5, 2],
    ['last', 300, 5, 1],
    ['first', 200, 2, 1],
    // A hint was taken meanwhile.
    ['first', 50, 2, 3],
    ['second', 100, 3, 2],
    // A hint cost all that the flag gave.
    ['last', 0, 5, 4],
    ['last', 0, null, 4],
    ['first', 0, 2, 3],
  ])('%s with %i points, whose last flag came at %j', (accountId, points, minute, rank) => {
    expect(
      rankAmong(frozen, { accountId, points, lastSolve: minute === null ? null : at(minute) }),
    ).toBe(rank)
  })
})

describe('values', () => {
  const dynamic = { kind: 'dynamic', initial: 500, decay: 10, minimum: 100 } as const

  test.each([
    ['linear', [500, 500, 490, 480, 100]],
    ['logarithmic', [500, 500, 496, 484, 100]],
  ] as const)('a %s challenge sinks with each account that completes it', (shape, expected) => {
    const at = (solvers: number) => challengeValue({ ...dynamic, function: shape }, solvers)
    expect([at(0), at(1), at(2), at(3), at(1000)]).toEqual(expected)
  })

  test('a challenge that all have solved is worth the same to all, including the first', () => {
    const sinking = [challenge('s', { ...dynamic, function: 'linear' })]
    const solvers = ['x', 'y', 'z'].map((id, at) => solver(id, [['s', at + 1]]))
    expect(ranks(solvers, sinking)).toEqual(['1 x 480', '2 y 480', '3 z 480'])
  })

  test('thirds of a hundred make a hundred', () => {
    const third = 1 / 3
    expect(pointsOf(100, [third], false)).toBe(33)
    expect(pointsOf(100, [third, third], false)).toBe(66)
    expect(pointsOf(100, [third, third, third], true)).toBe(100)
  })
})

test('a board that took a long time is shown for a while, but not to those who hear that it has changed', () => {
  const now = 60_000
  const event = { start: new Date(0), end: new Date(1e9), freeze: null, challenges: [] }
  const own = solver('own', [])
  const hints = new Map()
  const clock = createSimulatedClock(now)
  // Each new board reads these points.
  Object.defineProperty(own, 'hints', {
    get() {
      clock.work(60)
      return hints
    },
  })
  const boards = createBoards({
    event: { current: event } as never,
    clock,
    inGroup: () => [own],
  })
  boards.shown('open')
  boards.adjusted(own, now)
  const second = boards.shown('open')
  boards.adjusted(own, now)
  expect(boards.shown('open')).toBe(second)
  expect(boards.shown('open', own)).toBe(second)
  boards.refresh('open')
  const third = boards.shown('open')
  expect(third).not.toBe(second)
  boards.adjusted(own, now)
  clock.advance(500)
  expect(boards.shown('open')).toBe(third)
  clock.advance(60_000)
  expect(boards.shown('open')).not.toBe(third)
})
