import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import { type Facts, unknownFacts } from '../../../src/domain/facts.ts'
import { joinRules } from '../../../src/machines/home/changes.ts'
import type { InvitationOpened } from '../../../src/machines/invitation/events.ts'
import { invitationMachine } from '../../../src/machines/invitation/machine.ts'
import {
  invitationProblem,
  invitationWait,
  isJoining,
  shownState,
} from '../../../src/machines/invitation/selectors.ts'
import { playing } from '../../support/challenge.ts'
import {
  createFakeCallback,
  createFakeChange,
  createFakeParent,
} from '../../support/fakes/calls.ts'
import { createClockActor, createTime, START } from '../../support/time.ts'
import { answer, done, fail, refused, someTeam } from '../home/start.ts'

const teamless: Facts = { ...playing, phase: 'upcoming', hasTeam: false, hasScoreGroup: false }

function start() {
  const time = createTime()
  const joinTeam = createFakeChange(joinRules)
  const store = createFakeCallback<InvitationOpened>()
  const reported: string[] = []
  const parent = createFakeParent(({ type }) => reported.push(type))
  const invitation = createActor(
    invitationMachine.provide({
      actors: { joinTeam: joinTeam.logic, invitationStore: store.logic as never },
    }),
    { clock: time.clock, input: { clock: createClockActor(time), parent } },
  ).start()
  const learn = (facts: Facts) => invitation.send({ type: 'facts.changed', facts })
  const open = (token = 'abc') => store.send({ type: 'invitation.opened', token })
  const now = () => invitation.getSnapshot()
  return { time, joinTeam, store, reported, invitation, learn, open, now }
}

function invited() {
  const started = start()
  started.open()
  started.learn(teamless)
  return started
}

function accepted() {
  const started = invited()
  started.invitation.send({ type: 'invitation.accept' })
  return started
}

test('an invitation waits until it is known who the user is, and then asks', () => {
  const { learn, open, now } = start()
  expect(shownState(now())).toBe('none')
  open()
  expect(shownState(now())).toBe('unknown')
  learn(teamless)
  expect(shownState(now())).toBe('asking')
})

test('nobody joins a team without being asked', () => {
  const { joinTeam, invitation, now } = invited()
  expect([joinTeam.calls.length, isJoining(now())]).toEqual([0, false])
  invitation.send({ type: 'invitation.accept' })
  invitation.send({ type: 'invitation.accept' })
  expect(joinTeam.calls.map(({ input }) => input)).toEqual([{ joinToken: 'abc' }])
  expect([shownState(now()), isJoining(now())]).toEqual(['asking', true])
})

test.each([
  ['inTeam', { hasTeam: true }],
  ['inTeam', { hasTeam: true, phase: 'over' }],
  ['noTeams', { teamMode: false }],
  ['over', { phase: 'over' }],
  ['over', { phase: 'postPlay', isReadOnly: true }],
  ['unknown', { isReady: false }],
] as const)('%s: nobody can join with %j', (state, facts) => {
  const { learn, open, now } = start()
  open()
  learn({ ...teamless, ...facts })
  expect(shownState(now())).toBe(state)
  expect(now().can({ type: 'invitation.accept' })).toBe(false)
  learn(teamless)
  expect(shownState(now())).toBe('asking')
})

test('after joining, the account is read again; once it has the team, the invitation is used', async () => {
  const { joinTeam, reported, store, learn, now } = accepted()
  await answer(joinTeam, done)
  expect([reported, isJoining(now())]).toEqual([['account.changed'], true])
  expect(store.received).toEqual([])
  learn({ ...teamless, hasTeam: true })
  expect([shownState(now()), isJoining(now())]).toEqual(['joined', false])
  expect(store.received).toEqual([{ type: 'invitation.used' }])
  expect(now().context.token).toBe(null)
})

test('after leaving the team there is no invitation any more', async () => {
  const { joinTeam, learn, now } = accepted()
  await answer(joinTeam, done)
  learn({ ...teamless, hasTeam: true })
  learn(teamless)
  expect(shownState(now())).toBe('none')
})

test('a team that does not come is asked for once more, and then the question is open again', async () => {
  const { joinTeam, reported, time, learn, now } = accepted()
  await answer(joinTeam, done)
  time.pass(10_000)
  expect(reported).toEqual(['account.changed', 'account.changed'])
  expect(isJoining(now())).toBe(true)
  time.pass(10_000)
  expect([shownState(now()), isJoining(now())]).toEqual(['asking', false])
  learn({ ...teamless, hasTeam: true })
  expect(shownState(now())).toBe('inTeam')
})

test('a team that comes late still ends the wait', async () => {
  const { joinTeam, time, learn, now } = accepted()
  await answer(joinTeam, done)
  time.pass(15_000)
  learn({ ...teamless, hasTeam: true })
  expect(shownState(now())).toBe('joined')
})

test.each(['TEAM_JOIN_TOKEN_INVALID', 'TEAM_FULL', 'NOT_FOUND', 'TIME_RESTRICTED'] as const)(
  'joining that is refused as %s says so, and can be tried again',
  async code => {
    const { joinTeam, reported, invitation, now } = accepted()
    await answer(joinTeam, refused(code))
    expect(invitationProblem(now())).toBe(code)
    expect(reported).toEqual([])
    invitation.send({ type: 'invitation.accept' })
    expect([invitationProblem(now()), joinTeam.calls.length]).toEqual([null, 2])
  },
)

test('another invitation begins without the problem of the one before', async () => {
  const { joinTeam, open, now } = accepted()
  await answer(joinTeam, refused('TEAM_FULL'))
  open('another')
  expect([shownState(now()), invitationProblem(now())]).toEqual(['asking', null])
})

test('another invitation waits while the team of the first one is late', async () => {
  const { joinTeam, time, open, now } = accepted()
  await answer(joinTeam, done)
  time.pass(10_000)
  open('another')
  expect([isJoining(now()), now().context.token]).toEqual([true, 'abc'])
})

test('after a wait nothing is said of an earlier problem', async () => {
  const { joinTeam, invitation, time, now } = accepted()
  await answer(joinTeam, refused('TEAM_FULL'))
  invitation.send({ type: 'invitation.accept' })
  await answer(joinTeam, refused('LIMITED', { retryAfter: 5_000 }))
  time.pass(5_000)
  expect([invitationWait(now()), invitationProblem(now())]).toEqual([null, null])
})

test('an unexpected failure is shown, unless the user is in a team by now', async () => {
  const one = accepted()
  await fail(one.joinTeam)
  await answer(one.joinTeam.check, null)
  expect(invitationProblem(one.now())).toBe('FAILED')

  const other = accepted()
  await fail(other.joinTeam)
  await answer(other.joinTeam.check, someTeam)
  expect([invitationProblem(other.now()), other.reported]).toEqual([null, ['account.changed']])
})

test('after too many attempts, the next one waits for the moment that the server named', async () => {
  const { joinTeam, invitation, time, now } = accepted()
  await answer(joinTeam, refused('LIMITED', { retryAfter: 90_000 }))
  expect(invitationWait(now())).toBe(START + 90_000)
  invitation.send({ type: 'invitation.accept' })
  expect(joinTeam.calls.length).toBe(1)
  time.pass(89_999)
  expect(now().can({ type: 'invitation.accept' })).toBe(false)
  time.pass(1)
  expect([invitationWait(now()), now().can({ type: 'invitation.accept' })]).toEqual([null, true])
})

test('an invitation that is declined is forgotten', () => {
  const { invitation, store, now } = invited()
  invitation.send({ type: 'invitation.decline' })
  expect([shownState(now()), store.received]).toEqual(['none', [{ type: 'invitation.used' }]])
})

test('another link takes the place of the first, but not while the first is on its way', async () => {
  const { invitation, joinTeam, open, learn, now } = invited()
  open('def')
  invitation.send({ type: 'invitation.accept' })
  open('ghi')
  expect(joinTeam.calls.map(({ input }) => input)).toEqual([{ joinToken: 'def' }])
  await answer(joinTeam, done)
  open('jkl')
  expect([isJoining(now()), now().context.token]).toEqual([true, 'def'])
  learn({ ...teamless, hasTeam: true })
  open('mno')
  expect(shownState(now())).toBe('inTeam')
})

test('the invitation outlives a sign-in', () => {
  const { learn, now } = invited()
  learn(unknownFacts)
  expect(shownState(now())).toBe('unknown')
  learn(teamless)
  expect(shownState(now())).toBe('asking')
})
