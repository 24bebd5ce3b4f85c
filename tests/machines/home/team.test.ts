import { expect, test } from 'vitest'
import {
  createProblemOf,
  createWait,
  draftsOf,
  joinProblemOf,
  joinWait,
  pendingForm,
  shownStep,
} from '../../../src/machines/home/selectors.ts'
import { playing } from '../../support/challenge.ts'
import { START } from '../../support/time.ts'
import { answer, done, fail, refused, someTeam, startHome } from './start.ts'

const teamless = { ...playing, phase: 'upcoming', hasTeam: false, hasScoreGroup: false } as const
const editing = (state: string) => ({ team: { open: { editing: state } } })

const joining = () => {
  const started = startHome(teamless)
  started.send({ type: 'token.typed', token: ' abc ' }, { type: 'team.join' })
  return started
}
const creating = () => {
  const started = startHome(teamless)
  started.send({ type: 'teamName.typed', teamName: ' The Lances ' }, { type: 'team.create' })
  return started
}

test('an empty join token is refused without a call', () => {
  const { home, fakes, send } = startHome(teamless)
  send({ type: 'token.typed', token: '  ' }, { type: 'team.join' })
  expect(joinProblemOf(home.getSnapshot())).toBe('EMPTY')
  expect(createProblemOf(home.getSnapshot())).toBe(null)
  expect(fakes.joinTeam.calls).toEqual([])
})

test('an invitation is sent as its token', () => {
  const { fakes, send } = startHome(teamless)
  send({ type: 'token.typed', token: 'https://ctf.example/join#abc' }, { type: 'team.join' })
  expect(fakes.joinTeam.last().input).toEqual({ joinToken: 'abc' })
})

test('an empty team name is refused without a call', () => {
  const { home, fakes, send } = startHome(teamless)
  send({ type: 'team.create' })
  expect(createProblemOf(home.getSnapshot())).toBe('EMPTY')
  expect(joinProblemOf(home.getSnapshot())).toBe(null)
  expect(fakes.createTeam.calls).toEqual([])
})

test('an error goes away when its own field is typed into, and only then', () => {
  const { home, send } = startHome(teamless)
  send({ type: 'team.join' }, { type: 'teamName.typed', teamName: 'x' })
  expect(joinProblemOf(home.getSnapshot())).toBe('EMPTY')
  send({ type: 'token.typed', token: 'a' })
  expect(joinProblemOf(home.getSnapshot())).toBe(null)
  send({ type: 'teamName.typed', teamName: '' }, { type: 'team.create' })
  send({ type: 'token.typed', token: 'ab' })
  expect(createProblemOf(home.getSnapshot())).toBe('EMPTY')
  send({ type: 'teamName.typed', teamName: 'y' })
  expect(createProblemOf(home.getSnapshot())).toBe(null)
  expect(draftsOf(home.getSnapshot())).toMatchObject({ token: 'ab', teamName: 'y' })
})

test('a token is sent without the spaces around it, and only once', () => {
  const { fakes, home, send } = joining()
  send({ type: 'team.join' }, { type: 'team.create' })
  expect(fakes.joinTeam.calls.map(({ input }) => input)).toEqual([{ joinToken: 'abc' }])
  expect(pendingForm(home.getSnapshot())).toBe('join')
})

test('a name is sent without the spaces around it, and only once', () => {
  const { fakes, home, send } = creating()
  send({ type: 'team.create' }, { type: 'team.join' })
  expect(fakes.createTeam.calls.map(({ input }) => input)).toEqual([{ name: 'The Lances' }])
  expect(pendingForm(home.getSnapshot())).toBe('create')
})

test('after joining, the next step comes once the data has been fetched again', async () => {
  const { home, fakes, reported, learn } = joining()
  await answer(fakes.joinTeam, done)
  expect(reported).toEqual(['account.changed'])
  expect([shownStep(home.getSnapshot()), pendingForm(home.getSnapshot())]).toEqual(['team', 'join'])
  learn({ ...teamless, hasTeam: true })
  expect(shownStep(home.getSnapshot())).toBe('upcoming')
})

test('after creating, the next step comes once the data has been fetched again', async () => {
  const { home, fakes, reported, learn } = creating()
  await answer(fakes.createTeam, done)
  expect(reported).toEqual(['account.changed'])
  expect(pendingForm(home.getSnapshot())).toBe('create')
  learn({ ...teamless, hasTeam: true })
  expect(shownStep(home.getSnapshot())).toBe('upcoming')
})

test('data that does not come is asked for once more, and then the forms are open again', async () => {
  const { home, fakes, reported, time, value } = joining()
  await answer(fakes.joinTeam, done)
  time.pass(9_999)
  expect(reported).toEqual(['account.changed'])
  time.pass(1)
  expect(reported).toEqual(['account.changed', 'account.changed'])
  expect(pendingForm(home.getSnapshot())).toBe('join')
  time.pass(10_000)
  expect(value()).toEqual(editing('idle'))
  expect(draftsOf(home.getSnapshot()).token).toBe(' abc ')
})

test.each(['TEAM_JOIN_TOKEN_INVALID', 'TEAM_FULL', 'NOT_FOUND', 'TIME_RESTRICTED'] as const)(
  'joining that is refused as %s says so, and keeps what was typed',
  async code => {
    const { home, fakes, reported } = joining()
    await answer(fakes.joinTeam, refused(code))
    expect(joinProblemOf(home.getSnapshot())).toBe(code)
    expect(draftsOf(home.getSnapshot()).token).toBe(' abc ')
    expect(reported).toEqual([])
  },
)

test.each(['TEAM_NAME_TAKEN', 'NOT_FOUND', 'TIME_RESTRICTED'] as const)(
  'creating that is refused as %s says so, and keeps what was typed',
  async code => {
    const { home, fakes, reported } = creating()
    await answer(fakes.createTeam, refused(code))
    expect(createProblemOf(home.getSnapshot())).toBe(code)
    expect(draftsOf(home.getSnapshot()).teamName).toBe(' The Lances ')
    expect(reported).toEqual([])
  },
)

test('an unexpected failure is shown beside its form, and can be tried again', async () => {
  const join = joining()
  await fail(join.fakes.joinTeam)
  await answer(join.fakes.joinTeam.check, null)
  expect(joinProblemOf(join.home.getSnapshot())).toBe('FAILED')
  join.send({ type: 'team.join' })
  expect(join.value()).toEqual({ team: 'joining' })

  const create = creating()
  await fail(create.fakes.createTeam)
  await answer(create.fakes.createTeam.check, null)
  expect(createProblemOf(create.home.getSnapshot())).toBe('FAILED')
  create.send({ type: 'team.create' })
  expect(create.value()).toEqual({ team: 'creating' })
})

test('a refused token that is sent again shows the new problem, not the old one', async () => {
  const { home, fakes, send } = joining()
  await answer(fakes.joinTeam, refused('TEAM_FULL'))
  send({ type: 'team.join' })
  expect(joinProblemOf(home.getSnapshot())).toBe(null)
  await answer(fakes.joinTeam, refused('TEAM_JOIN_TOKEN_INVALID'))
  expect(joinProblemOf(home.getSnapshot())).toBe('TEAM_JOIN_TOKEN_INVALID')
})

test('too many tokens: nothing is sent before the wait is over, by the time of the server', async () => {
  const { home, fakes, time, send, value } = joining()
  await answer(fakes.joinTeam, refused('LIMITED', { retryAfter: 2_500 }))
  expect(joinWait(home.getSnapshot())).toBe(START + 2_500)
  send({ type: 'token.typed', token: 'abcd' }, { type: 'team.join' })
  expect(fakes.joinTeam.calls).toHaveLength(1)
  time.pass(2_499)
  expect(joinWait(home.getSnapshot())).toBe(START + 2_500)
  time.pass(1)
  expect(value()).toEqual(editing('idle'))
  expect(joinWait(home.getSnapshot())).toBe(null)
  send({ type: 'team.join' })
  expect(fakes.joinTeam.last().input).toEqual({ joinToken: 'abcd' })
})

test('a wait of more than a month does not end at once, and is over when its time has come', async () => {
  const { fakes, time, value } = joining()
  await answer(fakes.joinTeam, refused('LIMITED', { retryAfter: 2 ** 31 }))
  time.pass(30_000)
  expect(value()).toEqual(editing('joinWait'))
  time.jump(2 ** 31)
  time.pass(30_000)
  expect(value()).toEqual(editing('idle'))
})

test('too many names: nothing is sent in the wait, and a token can be sent meanwhile', async () => {
  const { home, fakes, time, send, value } = creating()
  await answer(fakes.createTeam, refused('LIMITED', { retryAfter: 2_000 }))
  expect(createWait(home.getSnapshot())).toBe(START + 2_000)
  send({ type: 'team.create' })
  time.pass(1_999)
  expect([fakes.createTeam.calls.length, value()]).toEqual([1, editing('createWait')])
  time.pass(1)
  expect(value()).toEqual(editing('idle'))

  send({ type: 'team.create' })
  await answer(fakes.createTeam, refused('LIMITED', { retryAfter: 60_000 }))
  send({ type: 'token.typed', token: 'abc' }, { type: 'team.join' })
  expect(value()).toEqual({ team: 'joining' })
})

test('while tokens have to wait a team can be created', async () => {
  const { home, fakes, send, value } = joining()
  await answer(fakes.joinTeam, refused('LIMITED'))
  expect(joinWait(home.getSnapshot())).toBe(START + 1_000)
  send({ type: 'teamName.typed', teamName: 'x' }, { type: 'team.create' })
  expect(value()).toEqual({ team: 'creating' })
})

test("a name that a retried request finds taken may be the user's own: the team is looked at first", async () => {
  const mine = creating()
  await answer(mine.fakes.createTeam, refused('TEAM_NAME_TAKEN', { retried: true }))
  expect(createProblemOf(mine.home.getSnapshot())).toBe(null)
  await answer(mine.fakes.createTeam.check, someTeam)
  expect(mine.reported).toEqual(['account.changed'])
  expect(pendingForm(mine.home.getSnapshot())).toBe('create')

  const theirs = creating()
  await answer(theirs.fakes.createTeam, refused('TEAM_NAME_TAKEN', { retried: true }))
  await answer(theirs.fakes.createTeam.check, null)
  expect(createProblemOf(theirs.home.getSnapshot())).toBe('TEAM_NAME_TAKEN')

  const unknown = creating()
  await answer(unknown.fakes.createTeam, refused('TEAM_NAME_TAKEN', { retried: true }))
  await fail(unknown.fakes.createTeam.check)
  expect(createProblemOf(unknown.home.getSnapshot())).toBe('TEAM_NAME_TAKEN')
})

test('a team that a retried request finds full may be full with oneself: it is looked at first', async () => {
  const joined = joining()
  await answer(joined.fakes.joinTeam, refused('TEAM_FULL', { retried: true }))
  expect(joinProblemOf(joined.home.getSnapshot())).toBe(null)
  await answer(joined.fakes.joinTeam.check, someTeam)
  expect(joined.reported).toEqual(['account.changed'])

  const outside = joining()
  await answer(outside.fakes.joinTeam, refused('TEAM_FULL', { retried: true }))
  await answer(outside.fakes.joinTeam.check, null)
  expect(joinProblemOf(outside.home.getSnapshot())).toBe('TEAM_FULL')

  const unknown = joining()
  await answer(unknown.fakes.joinTeam, refused('TEAM_FULL', { retried: true }))
  await fail(unknown.fakes.joinTeam.check)
  expect(joinProblemOf(unknown.home.getSnapshot())).toBe('TEAM_FULL')
})

test('a user who joined a team in another tab is brought to it', async () => {
  const { home, fakes, reported } = joining()
  await answer(fakes.joinTeam, refused('VALIDATION_FAILED'))
  await answer(fakes.joinTeam.check, someTeam)
  expect(reported).toEqual(['account.changed'])
  expect(pendingForm(home.getSnapshot())).toBe('join')
})

test('a change under way is answered before the step moves on', async () => {
  const { home, fakes, learn } = joining()
  learn({ ...teamless, phase: 'over' })
  expect(shownStep(home.getSnapshot())).toBe('team')
  await answer(fakes.joinTeam, refused('TIME_RESTRICTED'))
  expect(shownStep(home.getSnapshot())).toBe('over')
})

test('facts that leave the step as it is leave the forms as they are', () => {
  const { home, learn, send } = startHome(teamless)
  send({ type: 'token.typed', token: 'abc' }, { type: 'team.create' })
  learn({ ...teamless, phase: 'running' })
  expect(createProblemOf(home.getSnapshot())).toBe('EMPTY')
  expect(draftsOf(home.getSnapshot()).token).toBe('abc')
})

test('a token is forgotten with its step', async () => {
  const { home, fakes, learn } = joining()
  await answer(fakes.joinTeam, done)
  learn({ ...teamless, hasTeam: true })
  learn(teamless)
  expect(draftsOf(home.getSnapshot())).toEqual({
    token: '',
    teamName: '',
    scoreGroup: null,
    password: '',
  })
})

test('texts that were typed into the forms are stored without passwords, and come back', () => {
  const { home, fakes, send } = startHome(teamless)
  send({ type: 'teamName.typed', teamName: 'Lances' }, { type: 'token.typed', token: 'abc' })
  expect(fakes.homeDraftStore.received.at(-1)).toEqual({
    type: 'drafts.changed',
    drafts: { token: 'abc', teamName: 'Lances' },
  })
  fakes.homeDraftStore.send({ type: 'drafts.loaded', drafts: { token: 'x', teamName: 'Pikes' } })
  expect(home.getSnapshot().context.drafts).toMatchObject({ token: 'x', teamName: 'Pikes' })
  send({ type: 'facts.changed', facts: playing } as never)
  expect(fakes.homeDraftStore.received.at(-1)).toEqual({
    type: 'drafts.changed',
    drafts: { token: '', teamName: '' },
  })
})
