import { expect, test } from 'vitest'
import { pointsAt, raceOf, raceSize } from '../../src/domain/race.ts'

const at = (hour: number) => `2026-05-01T${String(hour).padStart(2, '0')}:00:00.000Z`
const span = { start: at(8), end: at(20), frozenSince: null, now: Date.parse(at(12)) }
const series = [
  {
    accountId: 'a1',
    displayName: 'Foxes',
    points: [
      { time: at(9), points: 100 },
      { time: at(11), points: 80 },
    ],
  },
  { accountId: 'a2', displayName: 'Owls', points: [] },
]

test("a race goes from the start to now, and knows the user's own line", () => {
  const race = raceOf({ series }, span, 'a1')
  expect([race?.from, race?.to]).toEqual([Date.parse(at(8)), Date.parse(at(12))])
  expect(race?.lines.map(({ name, isOwn }) => [name, isOwn])).toEqual([
    ['Foxes', true],
    ['Owls', false],
  ])
})

test('a race ends with the event, and with a freeze', () => {
  const late = { ...span, now: Date.parse(at(23)) }
  expect(raceOf({ series }, late, undefined)?.to).toBe(Date.parse(at(20)))
  // What was solved at the last moment is in it.
  expect(raceOf({ series }, { ...late, end: at(11) }, 'a1')?.lines[0]?.steps).toHaveLength(2)
  const frozen = raceOf({ series }, { ...late, frozenSince: at(10) }, 'a1')
  expect(frozen?.to).toBe(Date.parse(at(10)))
  // The user's own line continues in the answer. The board of all others does not.
  expect(frozen?.lines[0]?.steps).toEqual([{ at: Date.parse(at(9)), points: 100 }])
})

test('a race that has just begun already has a width', () => {
  const begun = { ...span, now: Date.parse(at(8)) }
  const [first] = series
  if (!first) throw new Error('no series')
  const early = { ...first, points: [{ time: at(8), points: 5 }] }
  const race = raceOf({ series: [early] }, begun, undefined)
  expect((race?.to ?? 0) - (race?.from ?? 0)).toBe(1)
})

test('there is no race while nobody has points', () => {
  expect(raceOf({ series: series.slice(1) }, span, 'a1')).toBe(null)
  expect(raceOf({ series: [] }, span, undefined)).toBe(null)
})

test('an account has the points of its last step, and none before the first', () => {
  const [foxes] = raceOf({ series }, span, undefined)?.lines ?? []
  if (!foxes) throw new Error('no line')
  expect([8, 9, 10, 11, 12].map(hour => pointsAt(foxes, Date.parse(at(hour))))).toEqual([
    0, 100, 100, 80, 80,
  ])
})

test("the board tells how many lines a race will have: the first ten with points, and the user's own", () => {
  const board = Array.from({ length: 12 }, (_, place) => ({
    accountId: `a${place}`,
    displayName: 'Owls',
    rank: place + 1,
    flags: 0,
    points: place < 11 ? 20 - place : 0,
  }))
  expect(raceSize(board, 'a3')).toBe(10)
  expect(raceSize(board, 'a11')).toBe(11)
  expect(raceSize(board, undefined)).toBe(10)
  expect(raceSize(board.slice(9), 'a11')).toBe(3)
  expect(raceSize(board.slice(11), 'a11')).toBe(0)
  // Hints may have cost what the flags brought.
  const spent = board.slice(11).map(one => ({ ...one, flags: 1 }))
  expect(raceSize(spent, undefined)).toBe(1)
})
