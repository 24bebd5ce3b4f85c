import { expect, test } from 'vitest'
import type { AccountStats } from '../../src/api/contract.ts'
import { findRows, medalOf, scoreboardRows } from '../../src/domain/scoreboard-rows.ts'

const entry = (accountId: string, rank: number | null, points = 100) => ({
  accountId,
  displayName: `Team ${accountId}`,
  flags: 1,
  points,
  rank,
})
const own = (accountId: string, rank: number | null, points = 50): AccountStats => ({
  accountId,
  accountDisplayName: 'Mine',
  accountHasScoreGroup: true,
  scoreGroup: 'main',
  score: { rank, points, numSolvedFlags: 2 },
  runningChallenges: { running: [] },
  completedChallenges: [],
})
const ids = (...args: Parameters<typeof scoreboardRows>) =>
  scoreboardRows(...args).map(row => row.accountId)

test("the user's own entry stays where it is", () => {
  const entries = [entry('a', 1), entry('b', 2)]
  expect(scoreboardRows(entries, own('b', 1))).toBe(entries)
})

test("the user's own account is inserted by its rank when the answer left it out", () => {
  const entries = [entry('a', 1), entry('b', 2), entry('c', 4), entry('d', null)]
  expect(ids(entries, own('me', 3))).toEqual(['a', 'b', 'me', 'c', 'd'])
  expect(ids(entries, own('me', 2))).toEqual(['a', 'b', 'me', 'c', 'd'])
  expect(ids(entries, own('me', 9))).toEqual(['a', 'b', 'c', 'me', 'd'])
  expect(ids(entries, own('me', 0))).toEqual(['me', 'a', 'b', 'c', 'd'])
  expect(ids(entries, own('me', null))).toEqual(['a', 'b', 'c', 'd', 'me'])
  expect(ids([], own('me', 1))).toEqual(['me'])
})

test('the inserted row says what the stats say', () => {
  expect(scoreboardRows([], own('me', 3))).toEqual([
    {
      accountId: 'me',
      displayName: 'Mine',
      flags: 2,
      points: 50,
      rank: 3,
    },
  ])
})

test('without an account there is no row on the scoreboard', () => {
  expect(ids([entry('a', 1)], own('', null))).toEqual(['a'])
  expect(ids([entry('a', 1)], undefined)).toEqual(['a'])
})

test('the first three ranks win a medal, if they have points', () => {
  const entries = [entry('a', 1), entry('b', 1), entry('c', 3), entry('d', 4), entry('e', 2, 0)]
  expect(entries.map(medalOf)).toEqual([1, 1, 3, null, null])
})

test('a name is found by a part of it, in either case; an empty text finds everybody', () => {
  const rows = scoreboardRows([entry('Alpha', 1), entry('beta', 2)], undefined)
  expect(findRows(rows, ' alPH ').map(row => row.accountId)).toEqual(['Alpha'])
  expect(findRows(rows, '  ')).toBe(rows)
})
