import { deepStrictEqual as deepEqual } from 'node:assert/strict'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { rowKey } from '../../../platform/event/challenge-key.ts'
import type { ChallengeDefinition, EventDefinition } from '../../../platform/event/model.ts'
import { type Board, computeBoard } from '../../../platform/scores/board.ts'
import { createBoards } from '../../../platform/scores/boards.ts'
import { solveTimesOf } from '../../../platform/scores/solve-times.ts'
import {
  addAward,
  addHint,
  addSolve,
  completedAt,
  createSolver,
  type Solver,
} from '../../../platform/scores/solver.ts'
import { repeats } from '../../support/depth.ts'
import { createSimulatedClock } from '../../support/simulated-clock.ts'

const group = 'open'
const second = 1000
const shapes: [string, ChallengeDefinition['value'], number[]][] = [
  ['plain', { kind: 'static', points: 100 }, [1]],
  ['fraction', { kind: 'static', points: 0.1 }, [1]],
  ['sinking', { kind: 'dynamic', function: 'linear', initial: 50, decay: 7, minimum: 9.7 }, [1]],
  [
    'curved',
    { kind: 'dynamic', function: 'logarithmic', initial: 90, decay: 4, minimum: 3 },
    [0.5, 0.5],
  ],
  [
    'thirds',
    { kind: 'dynamic', function: 'linear', initial: 300, decay: 20, minimum: 0 },
    [1 / 3, 1 / 3, 1 / 3],
  ],
]
const challengeOf = ([slug, value, shares]: (typeof shapes)[number]) =>
  ({
    rowName: { category: 'misc', slug },
    categorySlug: 'misc',
    slug,
    name: slug,
    value,
    requires: [],
    flags: shares.map((share, at) => ({ id: String(at), share })),
  }) as unknown as ChallengeDefinition

const event = (challenges: ChallengeDefinition[], freeze: Date | null = null) =>
  ({
    start: new Date(0),
    end: new Date(1000 * second),
    freeze,
    challenges,
    categories: [{ slug: 'misc', name: 'Misc' }],
  }) as unknown as EventDefinition

/** An event, the accounts that play in it, and the boards that should follow. */
class World {
  solvers = new Map<string, Solver>()
  live = { current: event(shapes.map(challengeOf)) }
  clock = createSimulatedClock(100 * second)
  boards = createBoards({
    event: this.live,
    clock: this.clock,
    inGroup: () => [...this.solvers.values()],
  })

  get challenges() {
    return this.live.current.challenges
  }
  add(solver: Solver) {
    this.solvers.set(solver.id, solver)
    this.boards.added(solver)
  }
  remove(id: string) {
    const solver = this.solvers.get(id)
    if (!solver) return
    this.solvers.delete(id)
    this.boards.removed(solver)
    return solver
  }
  /** A solver with the data of another one, without what is left out. */
  again(before: Solver, displayName: string, isLeft: (key: string) => boolean) {
    const solver = createSolver({ id: before.id, displayName }, group)
    for (const [key, flags] of before.challenges) if (isLeft(key)) solver.challenges.set(key, flags)
    for (const [key, hint] of before.hints) solver.hints.set(key, hint)
    for (const [key, award] of before.awards) solver.awards.set(key, award)
    return solver
  }
  /** Compares the boards with a calculation from scratch. */
  check() {
    const { boards, challenges } = this
    const all = [...this.solvers.values()]
    const until = boards.until()
    boards.refresh(group)
    const seen = [boards.live(group), boards.shown(group)]
    const plain = [computeBoard(all, challenges), computeBoard(all, challenges, until)]
    deepEqual(seen.map(shape), plain.map(shape))
    const standings = boards.standings(group)
    for (const challenge of challenges) {
      const key = rowKey(challenge.rowName)
      const done = all.flatMap(({ id: accountId, displayName, challenges: solved }) => {
        const at = completedAt(solved.get(key), challenge, until)
        return at === null ? [] : [{ accountId, displayName, at }]
      })
      done.sort((a, b) => a.at - b.at || (a.accountId < b.accountId ? -1 : 1))
      deepEqual(standings.completions(key), done)
    }
    const { current } = this.live
    const everybody = { solversOf: () => [...all] }
    deepEqual(solveTimesOf(standings, current, until), solveTimesOf(everybody, current, until))
  }
}

const shape = ({ entries, byId, tallies, until }: Board) => {
  const found = entries.map(({ accountId }) => byId.get(accountId))
  return { entries, found, size: byId.size, tallies, until }
}

const name = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f')
const at = fc.integer({ min: 0, max: 12 }).map(step => step * 25 * second)
const flag = fc.constantFrom('0', '1', '2')
const oneOfTen = fc.integer({ min: 0, max: 9 }).map(one => one === 0)
const initial = fc.integer({ min: 1, max: 400 })
const slug = fc.constantFrom('plain', 'fraction', 'sinking', 'curved', 'thirds', 'gone')

const step = <T>(weight: number, given: fc.Arbitrary<T>, take: (world: World, one: T) => void) => ({
  weight,
  arbitrary: given.map(one => (world: World) => take(world, one)),
})

const steps = fc.oneof(
  step(3, name, (world, id) => {
    if (!world.solvers.has(id)) world.add(createSolver({ id, displayName: 'A' }, group))
  }),
  step(40, fc.tuple(name, slug, flag, at, oneOfTen), (world, [id, slug, flagId, at, isLate]) => {
    const solver = world.solvers.get(id)
    const row = { category: 'misc', slug }
    const solve = { accountId: id, ...row, flagId, userId: id, counts: !isLate }
    if (solver && addSolve(solver, { ...solve, solvedAt: new Date(at) }))
      world.boards.solved(solver, rowKey(row))
  }),
  step(3, fc.tuple(name, slug, at), (world, [id, slug, at]) => {
    const solver = world.solvers.get(id)
    const hint = { accountId: id, category: 'misc', slug, hintId: '1', cost: 3 }
    if (solver && addHint(solver, { ...hint, takenAt: new Date(at) }))
      world.boards.adjusted(solver, at)
  }),
  step(3, fc.tuple(name, slug, at), (world, [id, awardId, at]) => {
    const solver = world.solvers.get(id)
    const award = { id: awardId, accountId: id, points: awardId === 'plain' ? -40 : 7 }
    if (solver && addAward(solver, { ...award, madeAt: new Date(at) }))
      world.boards.adjusted(solver, at)
  }),
  // Banned, or its team has ended.
  step(2, name, (world, id) => void world.remove(id)),
  // Renamed, or a solve was taken back.
  step(4, fc.tuple(name, fc.constantFrom('Z', 'A'), slug), (world, [id, displayName, slug]) => {
    const before = world.remove(id)
    if (before) world.add(world.again(before, displayName, key => key !== `misc/${slug}`))
  }),
  // The event is loaded again: other challenges, other values, other flags.
  step(1, fc.tuple(fc.subarray(shapes, { minLength: 2 }), initial), (world, [some, initial]) => {
    const { freeze } = world.live.current
    const next = some.map(([slug, value, shares]) =>
      challengeOf([
        slug,
        value.kind === 'dynamic' ? { ...value, initial } : value,
        slug === 'curved' && initial % 2 === 0 ? [1] : shares,
      ]),
    )
    world.live.current = event(next, freeze)
  }),
  step(1, at, (world, at) => {
    world.live.current = event(world.challenges, at > 0 ? new Date(at) : null)
  }),
  step(2, fc.integer({ min: 1, max: 90 }), (world, by) => world.clock.advance(by * second)),
)

test('a board that follows each change is as one that is computed from scratch', () => {
  fc.assert(
    fc.property(fc.array(steps, { minLength: 40, maxLength: 90 }), all => {
      const world = new World()
      for (const id of ['a', 'b', 'c', 'd'])
        world.add(createSolver({ id, displayName: 'A' }, group))
      for (const step of all) {
        step(world)
        world.check()
      }
    }),
    { numRuns: repeats(50, 100) },
  )
})

test('a part that nobody changed stays the same object', () => {
  const world = new World()
  const { boards } = world
  for (const id of ['a', 'b', 'c']) world.add(createSolver({ id, displayName: id }, group))
  const solve = (id: string) => {
    const solver = world.solvers.get(id) as Solver
    const row = { accountId: id, category: 'misc', slug: 'plain', flagId: '0', userId: id }
    addSolve(solver, { ...row, solvedAt: new Date(second), counts: true })
    boards.solved(solver, 'misc/plain')
    boards.refresh(group)
  }
  solve('b')
  const board = boards.live(group)
  const standings = boards.standings(group)
  const [plain, sinking] = ['misc/plain', 'misc/sinking'].map(key => standings.completions(key))
  solve('c')
  const next = boards.live(group)
  expect(next.entries.map(({ accountId }) => accountId)).toEqual(['b', 'c', 'a'])
  expect(next.entries[0]).toBe(board.entries[0])
  expect(standings.completions('misc/plain')).not.toBe(plain)
  expect(standings.completions('misc/sinking')).toBe(sinking)
  expect(boards.live(group)).toBe(next)
})
