import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import { leaveRules } from '../../../src/machines/membership/changes.ts'
import type { Membership } from '../../../src/machines/membership/events.ts'
import { membershipMachine } from '../../../src/machines/membership/machine.ts'
import { isFull, membersOf } from '../../../src/machines/membership/members.ts'
import {
  confirmingTeam,
  hasLeavingFailed,
  isLeaving,
  isTooLate,
} from '../../../src/machines/membership/selectors.ts'
import { createFakeChange, createFakeParent } from '../../support/fakes/calls.ts'
import { createTime } from '../../support/time.ts'
import { answer, done, fail, refused, someTeam } from '../home/start.ts'

const mine: Membership = { teamId: 't1', userId: 'u1' }

function start() {
  const time = createTime()
  const leaveTeam = createFakeChange(leaveRules)
  const reported: string[] = []
  const parent = createFakeParent(({ type }) => reported.push(type))
  const membership = createActor(
    membershipMachine.provide({ actors: { leaveTeam: leaveTeam.logic } }),
    { clock: time.clock, input: { parent } },
  ).start()
  return { time, leaveTeam, reported, membership, now: () => membership.getSnapshot() }
}

function leaving() {
  const started = start()
  started.membership.send({ type: 'leave.requested', ...mine })
  started.membership.send({ type: 'leave.confirmed' })
  return started
}

test('nobody leaves a team without being asked whether they mean it', () => {
  const { membership, leaveTeam, now } = start()
  membership.send({ type: 'leave.confirmed' })
  membership.send({ type: 'leave.requested', ...mine })
  expect([confirmingTeam(now()), isLeaving(now())]).toEqual(['t1', false])
  membership.send({ type: 'leave.cancelled' })
  expect(confirmingTeam(now())).toBe(null)
  expect(leaveTeam.calls).toEqual([])
})

test('the question closes with its page, and is not open when the user comes back', async () => {
  const { membership, leaveTeam, now } = start()
  membership.send({ type: 'leave.requested', ...mine })
  membership.send({ type: 'page.left' })
  expect(confirmingTeam(now())).toBe(null)
  membership.send({ type: 'leave.confirmed' })
  expect(leaveTeam.calls).toEqual([])
})

test('a leaving in flight outlives its page', async () => {
  const { membership, leaveTeam, reported, now } = leaving()
  membership.send({ type: 'page.left' })
  expect([leaveTeam.last().signal.aborted, isLeaving(now())]).toEqual([false, true])
  await answer(leaveTeam, done)
  expect(reported).toEqual(['account.changed'])
})

test('a confirmed leaving names team and user, and is sent once', () => {
  const { membership, leaveTeam, now } = leaving()
  membership.send({ type: 'leave.confirmed' })
  expect(leaveTeam.calls.map(({ input }) => input)).toEqual([mine])
  expect([confirmingTeam(now()), isLeaving(now())]).toEqual(['t1', true])
})

test('after leaving the account is fetched again, and once more if the team is still there', async () => {
  const { leaveTeam, reported, time, now } = leaving()
  await answer(leaveTeam, done)
  expect([reported, confirmingTeam(now()), isLeaving(now())]).toEqual([
    ['account.changed'],
    null,
    true,
  ])
  time.pass(9_999)
  expect(reported).toEqual(['account.changed'])
  time.pass(1)
  expect(reported).toEqual(['account.changed', 'account.changed'])
  expect([confirmingTeam(now()), isLeaving(now())]).toEqual([null, true])
  time.pass(10_000)
  expect(reported).toEqual(['account.changed', 'account.changed'])
  expect([confirmingTeam(now()), isLeaving(now())]).toEqual([null, false])
})

test.each(['NOT_FOUND', 'USER_NOT_TEAM_MEMBER'] as const)(
  '%s says that the user has left already, by an earlier sending or in another tab',
  async code => {
    const { leaveTeam, reported, now } = leaving()
    await answer(leaveTeam, refused(code))
    expect([reported, confirmingTeam(now())]).toEqual([['account.changed'], null])
  },
)

test('once the CTF has started it is too late: that is said, and nothing is sent again', async () => {
  const { membership, leaveTeam, reported, now } = leaving()
  await answer(leaveTeam, refused('TIME_RESTRICTED'))
  expect([isTooLate(now()), confirmingTeam(now()), reported]).toEqual([
    true,
    't1',
    ['account.changed'],
  ])
  membership.send({ type: 'leave.confirmed' })
  expect(leaveTeam.calls).toHaveLength(1)
  membership.send({ type: 'leave.cancelled' })
  expect(isTooLate(now())).toBe(false)
})

test('a leaving that failed has the account fetched again, and can be tried again', async () => {
  const { membership, leaveTeam, reported, now } = leaving()
  await fail(leaveTeam)
  await answer(leaveTeam.check, { ...someTeam, id: mine.teamId })
  expect([hasLeavingFailed(now()), isLeaving(now()), reported]).toEqual([
    true,
    false,
    ['account.changed'],
  ])
  membership.send({ type: 'leave.confirmed' })
  expect([hasLeavingFailed(now()), isLeaving(now())]).toEqual([false, true])
})

test('a leaving whose answer is an error, and that was done all the same, is not a failure', async () => {
  const { leaveTeam, reported, now } = leaving()
  await fail(leaveTeam)
  await answer(leaveTeam.check, null)
  expect([reported, confirmingTeam(now()), isLeaving(now())]).toEqual([
    ['account.changed'],
    null,
    true,
  ])
})

test('members are sorted by username, then by user id', () => {
  const [carol, bob, alice, otherBob] = [
    { userId: '4', username: 'carol' },
    { userId: '3', username: 'bob' },
    { userId: '2', username: 'alice' },
    { userId: '1', username: 'bob' },
  ]
  const team = { ...someTeam, members: [carol, bob, alice, otherBob] }
  expect(membersOf(team)).toEqual([alice, otherBob, bob, carol])
})

test('a team is full at its size, and never without one', () => {
  const members = [{ userId: '1', username: 'a' }]
  expect([2, 1, null].map(maxSize => isFull({ ...someTeam, maxSize, members }))).toEqual([
    false,
    true,
    false,
  ])
})
