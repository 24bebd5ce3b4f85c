import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import type { CelebrationParentEvent } from '../../../src/machines/celebration/events.ts'
import { celebrationMachine } from '../../../src/machines/celebration/machine.ts'
import { gainOf, isCelebrating } from '../../../src/machines/celebration/selectors.ts'
import { detail, score, statsOf } from '../../support/challenge.ts'
import { createTime } from '../../support/time.ts'

const statsAt = (flags: number, rank: number | null) => ({
  ...statsOf([], 2, flags),
  score: { rank, points: 0, numSolvedFlags: flags },
})
const one = { ...score, points: 80, solvedFlags: 1 }
const whole = { ...score, points: 200, solvedFlags: 2, isCompleted: true }
const at = '2026-05-01T12:00:00.000Z'
const solvedBy = (accountId: string) => ({
  ...detail,
  solves: 1,
  firstBlood: { accountId, displayName: 'Somebody', time: at },
})

function start(...facts: CelebrationParentEvent[]) {
  const time = createTime()
  const actor = createActor(celebrationMachine, {
    clock: time.clock,
    input: { stats: statsAt(0, 3) },
  }).start()
  const send = (...events: CelebrationParentEvent[]) => {
    for (const event of events) actor.send(event)
  }
  send(...facts)
  return {
    time,
    send,
    gain: () => gainOf(actor.getSnapshot()),
    moves: () => isCelebrating(actor.getSnapshot()),
  }
}

const scoreIs = (known: typeof score) => ({ type: 'score.changed', score: known }) as const
const statsAre = (flags: number, rank: number | null) =>
  ({ type: 'stats.changed', stats: statsAt(flags, rank) }) as const
const detailIs = (known: typeof detail) => ({ type: 'detail.read', detail: known }) as const
const answered = { type: 'flag.answered' } as const
const accepted = { type: 'flag.accepted' } as const
const left = { type: 'page.left' } as const

const plain = [scoreIs(score), detailIs(detail)]

test('one of several flags: its points, how many there are, and the better rank', () => {
  const { send, gain, moves } = start(...plain, accepted)
  expect([gain(), moves()]).toEqual([null, false])
  send(scoreIs(one))
  expect(gain()).toBe(null)
  send(statsAre(1, 2))
  expect([gain(), moves()]).toEqual([
    {
      points: 80,
      solvedFlags: 1,
      totalFlags: 2,
      isCompleted: false,
      isFirstBlood: false,
      rank: { before: 3, now: 2 },
    },
    true,
  ])
})

test('it moves for two seconds, once; what it brought stays', () => {
  const { time, send, gain, moves } = start(...plain, accepted, scoreIs(one), statsAre(1, 2))
  const shown = gain()
  time.pass(1_999)
  expect(moves()).toBe(true)
  time.pass(1)
  expect(moves()).toBe(false)
  send(statsAre(2, 1), scoreIs(whole), detailIs(detail))
  time.pass(60_000)
  expect([gain(), moves()]).toEqual([shown, false])
})

test('the next flag brings its own gain', () => {
  const { send, gain, moves } = start(...plain, accepted, scoreIs(one), statsAre(1, 2), accepted)
  expect([gain(), moves()]).toEqual([null, false])
  send(statsAre(2, 2), scoreIs(whole))
  expect(gain()).toMatchObject({ points: 120, isCompleted: true, rank: null })
})

test('the answer to the next flag takes the gain away, also if that flag brings nothing', () => {
  const { time, send, gain, moves } = start(...plain, accepted, scoreIs(one), statsAre(1, 2))
  send(answered)
  expect([gain(), moves()]).toEqual([null, false])
  time.pass(60_000)
  expect(gain()).toBe(null)
})

test.each([
  ['worse', 3, 4, null],
  ['as before', 3, 3, null],
  ['unknown', 3, null, null],
  ['the first', null, 5, { before: null, now: 5 }],
])('a rank that is %s', (_, before, now, rank) => {
  const { gain } = start(...plain, statsAre(0, before), accepted, scoreIs(one), statsAre(1, now))
  expect(gain()?.rank).toEqual(rank)
})

test('first blood waits until the challenge has been read again', () => {
  const known = [scoreIs(score), detailIs({ ...detail, solves: 0 })]
  const { send, gain } = start(...known, accepted, scoreIs(whole), statsAre(2, 1))
  expect(gain()).toBe(null)
  send(detailIs(solvedBy('a1')))
  expect(gain()).toMatchObject({ isCompleted: true, isFirstBlood: true })
})

test('a later solve gets no first blood', () => {
  const known = [scoreIs(score), detailIs({ ...detail, solves: 0 })]
  const { gain } = start(
    ...known,
    accepted,
    scoreIs(whole),
    statsAre(2, 1),
    detailIs(solvedBy('b')),
  )
  expect(gain()).toMatchObject({ isCompleted: true, isFirstBlood: false })
})

test('a flag that completes nothing is not a first blood', () => {
  const known = [scoreIs(score), detailIs(solvedBy('a1'))]
  const { gain } = start(...known, accepted, detailIs(solvedBy('a1')), scoreIs(one), statsAre(1, 1))
  expect(gain()).toMatchObject({ isCompleted: false, isFirstBlood: false })
})

test('after two seconds it says what is known by then', () => {
  const { time, send, gain, moves } = start(...plain, accepted)
  send(scoreIs(one), statsAre(0, 1))
  time.pass(1_999)
  expect(gain()).toBe(null)
  time.pass(1)
  expect(moves()).toBe(true)
  expect(gain()).toMatchObject({ points: 80, solvedFlags: 1 })
})

test('without a new score there is nothing to say', () => {
  const { time, gain, moves } = start(...plain, accepted, scoreIs(score), statsAre(1, 1))
  time.pass(2_000)
  expect([gain(), moves()]).toEqual([null, false])
})

test('without the score before, the points of the flag are not known either', () => {
  const { gain } = start(accepted, scoreIs(one), statsAre(1, 2))
  expect(gain()).toMatchObject({ points: null, solvedFlags: 1 })
})

test('a page that was left celebrates nothing, even after it is entered again', () => {
  const { time, send, gain } = start(...plain, accepted, left, scoreIs(one), statsAre(1, 2))
  time.pass(2_000)
  expect(gain()).toBe(null)
  send(accepted, scoreIs(whole), statsAre(2, 2))
  expect(gain()).not.toBe(null)
  send(left)
  expect(gain()).toBe(null)
})

test('what others of the team solve is no gain', () => {
  const { gain } = start(...plain, statsAre(1, 1), scoreIs(one))
  expect(gain()).toBe(null)
})
