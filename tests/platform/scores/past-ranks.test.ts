import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { rowKey } from '../../../platform/event/challenge-key.ts'
import type { ChallengeDefinition } from '../../../platform/event/model.ts'
import { computeBoard } from '../../../platform/scores/board.ts'
import { createPastRanks } from '../../../platform/scores/past-ranks.ts'
import { addSolve, createSolver } from '../../../platform/scores/solver.ts'

const rowName = { category: 'misc', slug: 'one' }
const challenge = {
  rowName,
  value: { kind: 'static', points: 100 },
  flags: [{ id: 'flag', share: 1 }],
} as unknown as ChallengeDefinition

/** Accounts that each solve one challenge. The last account solves first. */
const played = (count: number) => {
  const solvers = Array.from({ length: count }, (_, at) => {
    const solver = createSolver({ id: `a${at}`, displayName: `Participant ${at}` }, 'open')
    const solvedAt = new Date((count - at) * 1000)
    const solve = { ...rowName, accountId: solver.id, flagId: 'flag', userId: 'u', counts: true }
    addSolve(solver, { ...solve, solvedAt })
    return solver
  })
  return () => ({ solvers, challenges: [challenge] })
}
const key = rowKey(rowName)

test('of a large group, the ranks before are given until the new ones are there', async () => {
  const past = createPastRanks()
  const of = played(9000)
  expect(of().solvers[0]?.challenges.has(key)).toBe(true)
  const first = past.at('open', 1500, of)
  expect([first?.size, first?.get('a8999')]).toEqual([1, 1])
  expect(past.at('open', 5500, of)).toBe(first)
  let turns = 0
  for (; past.at('open', 5500, of) === first; turns++) await setImmediate()
  expect(turns).toBeGreaterThan(9)
  const second = past.at('open', 5500, of)
  expect([...(second ?? [])]).toEqual([5, 4, 3, 2, 1].map((_, at) => [`a${8999 - at}`, at + 1]))
})

test('of a small group, the new ones are there at once', () => {
  const past = createPastRanks()
  const of = played(20)
  expect(past.at('open', 1500, of)?.size).toBe(1)
  expect(past.at('open', 5500, of)?.size).toBe(5)
})

test('after a reload of the event, nothing of the one before is given', () => {
  const past = createPastRanks()
  const of = played(9000)
  past.at('open', 1500, of)
  past.clear()
  expect(past.at('open', 5500, of)?.size).toBe(5)
})

test('a board that is made in parts has all accounts in their order', () => {
  const { solvers, challenges } = played(9000)()
  const { entries } = computeBoard(solvers, challenges)
  expect(entries.map(({ rank }) => rank)).toEqual(solvers.map((_, at) => at + 1))
  expect(entries.map(({ accountId }) => accountId)).toEqual(solvers.map((_, at) => `a${8999 - at}`))
})
