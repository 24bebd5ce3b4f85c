import { expect, test } from 'vitest'
import {
  areGroupsLoading,
  chosenGroupOf,
  draftsOf,
  groupsOf,
  haveGroupsFailed,
  isPasswordWrong,
  otherGroupIn,
  pendingForm,
  selectProblemOf,
  selectWait,
  shownStep,
} from '../../../src/machines/home/selectors.ts'
import { playing, statsOf } from '../../support/challenge.ts'
import { START } from '../../support/time.ts'
import { answer, done, fail, group, refused, startHome } from './start.ts'

const groupless = { ...playing, hasScoreGroup: false }
const groups = [group('open'), group('staff', true)]

async function choosing(list = groups) {
  const started = startHome(groupless)
  await answer(started.fakes.listScoreGroups, list)
  return started
}

async function selecting(password = 'secret') {
  const started = await choosing()
  started.send(
    { type: 'group.chosen', slug: 'staff' },
    { type: 'password.typed', password },
    { type: 'group.select' },
  )
  return started
}

test('the score groups are fetched when the step is reached', async () => {
  const { home, fakes } = startHome(groupless)
  expect(areGroupsLoading(home.getSnapshot())).toBe(true)
  await answer(fakes.listScoreGroups, groups)
  expect(areGroupsLoading(home.getSnapshot())).toBe(false)
  expect(groupsOf(home.getSnapshot())).toEqual(groups)
})

test('groups that could not be fetched are fetched again after ten seconds, or when asked for', async () => {
  const { home, fakes, time, send } = startHome(groupless)
  await fail(fakes.listScoreGroups)
  expect(haveGroupsFailed(home.getSnapshot())).toBe(true)
  time.pass(9_999)
  expect(fakes.listScoreGroups.calls).toHaveLength(1)
  time.pass(1)
  expect(fakes.listScoreGroups.calls).toHaveLength(2)
  await fail(fakes.listScoreGroups)
  send({ type: 'groups.reload' })
  expect(fakes.listScoreGroups.calls).toHaveLength(3)
  await answer(fakes.listScoreGroups, groups)
  send({ type: 'groups.reload' })
  expect(fakes.listScoreGroups.calls).toHaveLength(4)
})

test('nothing is chosen for the user, and without a choice nothing is sent', async () => {
  const { home, fakes, send } = await choosing()
  expect(home.getSnapshot().can({ type: 'group.select' })).toBe(false)
  send({ type: 'group.select' })
  expect(chosenGroupOf(home.getSnapshot())).toBe(undefined)
  expect(fakes.selectScoreGroup.calls).toEqual([])
})

test('the only group there is is chosen already', async () => {
  const { home } = await choosing([group('all')])
  expect(chosenGroupOf(home.getSnapshot())?.slug).toBe('all')
})

test('a password goes along only with a group that is protected', async () => {
  const { fakes, home, send } = await selecting()
  send({ type: 'group.select' })
  expect(fakes.selectScoreGroup.calls.map(({ input }) => input)).toEqual([
    { scoreGroup: 'staff', password: 'secret' },
  ])
  expect(pendingForm(home.getSnapshot())).toBe('select')
  await answer(fakes.selectScoreGroup, refused('SCORE_GROUP_WRONG_PASSWORD'))
  send({ type: 'group.chosen', slug: 'open' }, { type: 'group.select' })
  expect(fakes.selectScoreGroup.last().input).toEqual({ scoreGroup: 'open', password: null })
})

test('without its password, a protected group is not asked for, until one is typed', async () => {
  const { fakes, home, send } = await choosing()
  send({ type: 'group.chosen', slug: 'staff' }, { type: 'group.select' })
  expect(fakes.selectScoreGroup.calls).toEqual([])
  expect(selectProblemOf(home.getSnapshot())).toBe('EMPTY')
  send({ type: 'group.select' })
  expect(selectProblemOf(home.getSnapshot())).toBe('EMPTY')
  send({ type: 'password.typed', password: ' ' })
  expect(selectProblemOf(home.getSnapshot())).toBe(null)
  send({ type: 'group.select' })
  expect(fakes.selectScoreGroup.last().input).toEqual({ scoreGroup: 'staff', password: ' ' })
})

test('a group without a password needs none', async () => {
  const { fakes, send } = await choosing()
  send({ type: 'group.chosen', slug: 'staff' }, { type: 'group.select' })
  send({ type: 'group.chosen', slug: 'open' }, { type: 'group.select' })
  expect(fakes.selectScoreGroup.last().input).toEqual({ scoreGroup: 'open', password: null })
})

test('after the choice, the next step comes once the data has been fetched again', async () => {
  const { home, fakes, reported, learn } = await selecting()
  await answer(fakes.selectScoreGroup, done)
  expect(reported).toEqual(['account.changed'])
  expect(shownStep(home.getSnapshot())).toBe('scoreGroup')
  learn(playing)
  expect(shownStep(home.getSnapshot())).toBe('play')
  expect(draftsOf(home.getSnapshot()).password).toBe('')
})

test('data that does not come is asked for once more, and then the choice is open again', async () => {
  const { fakes, home, reported, time, value } = await selecting()
  await answer(fakes.selectScoreGroup, done)
  time.pass(10_000)
  expect(reported).toEqual(['account.changed', 'account.changed'])
  expect(pendingForm(home.getSnapshot())).toBe('select')
  time.pass(10_000)
  expect(value()).toEqual({ scoreGroup: { open: { choosing: 'idle' } } })
})

test('a wrong password is shown for three seconds, and what was typed stays', async () => {
  const { home, fakes, time } = await selecting('guess')
  await answer(fakes.selectScoreGroup, refused('SCORE_GROUP_WRONG_PASSWORD'))
  time.pass(2_999)
  expect(isPasswordWrong(home.getSnapshot())).toBe(true)
  time.pass(1)
  expect(isPasswordWrong(home.getSnapshot())).toBe(false)
  expect(draftsOf(home.getSnapshot())).toMatchObject({ scoreGroup: 'staff', password: 'guess' })
})

test('a wrong password is no longer shown when another one is typed', async () => {
  const { home, fakes, send } = await selecting()
  await answer(fakes.selectScoreGroup, refused('SCORE_GROUP_WRONG_PASSWORD'))
  send({ type: 'password.typed', password: 's' })
  expect(isPasswordWrong(home.getSnapshot())).toBe(false)
})

test('a wrong password is no longer shown when another group is chosen', async () => {
  const { home, fakes, send } = await selecting()
  await answer(fakes.selectScoreGroup, refused('SCORE_GROUP_WRONG_PASSWORD'))
  send({ type: 'group.chosen', slug: 'open' })
  expect(isPasswordWrong(home.getSnapshot())).toBe(false)
})

test('a wrong password can be followed by another one at once', async () => {
  const { fakes, send, value } = await selecting()
  await answer(fakes.selectScoreGroup, refused('SCORE_GROUP_WRONG_PASSWORD'))
  send({ type: 'group.select' })
  expect(value()).toEqual({ scoreGroup: 'selecting' })
})

test('a group that is chosen already is not a failure: the refetched account tells', async () => {
  const { home, fakes, time, reported, learn } = await selecting()
  await answer(fakes.selectScoreGroup, refused('SCORE_GROUP_ALREADY_SELECTED', { retried: true }))
  expect(reported).toEqual(['account.changed'])
  expect(selectProblemOf(home.getSnapshot())).toBe(null)
  time.pass(10_000)
  expect([reported.length, pendingForm(home.getSnapshot())]).toEqual([2, 'select'])
  learn(playing)
  expect(shownStep(home.getSnapshot())).toBe('play')
})

test.each(['NO_ACCOUNT', 'NOT_FOUND', 'TIME_RESTRICTED'] as const)(
  'a choice that is refused as %s says so until something else is chosen, and the account is refetched',
  async code => {
    const { home, fakes, reported, send } = await selecting()
    await answer(fakes.selectScoreGroup, refused(code))
    expect(selectProblemOf(home.getSnapshot())).toBe(code)
    expect(reported).toEqual(['account.changed'])
    send({ type: 'group.chosen', slug: 'open' })
    expect(selectProblemOf(home.getSnapshot())).toBe(null)
  },
)

test('an unexpected failure is shown, and can be tried again', async () => {
  const { home, fakes, send, value } = await selecting()
  await fail(fakes.selectScoreGroup)
  await answer(fakes.selectScoreGroup.check, { ...statsOf(), accountHasScoreGroup: false })
  expect(selectProblemOf(home.getSnapshot())).toBe('FAILED')
  send({ type: 'group.select' })
  expect(value()).toEqual({ scoreGroup: 'selecting' })
})

test('a choice whose answer is an error, and that was made all the same, is not a failure', async () => {
  const { home, fakes, reported } = await selecting()
  await fail(fakes.selectScoreGroup)
  await answer(fakes.selectScoreGroup.check, statsOf())
  expect([selectProblemOf(home.getSnapshot()), reported]).toEqual([null, ['account.changed']])
  expect(pendingForm(home.getSnapshot())).toBe('select')
})

test('too many passwords: nothing is sent before the wait is over', async () => {
  const { home, fakes, time, send } = await selecting()
  await answer(fakes.selectScoreGroup, refused('LIMITED', { retryAfter: 2_000 }))
  send({ type: 'password.typed', password: 'other' }, { type: 'group.select' })
  expect(selectWait(home.getSnapshot())).toBe(START + 2_000)
  expect(fakes.selectScoreGroup.calls).toHaveLength(1)
  send({ type: 'group.chosen', slug: 'open' })
  time.pass(1_999)
  expect(selectWait(home.getSnapshot())).toBe(START + 2_000)
  time.pass(1)
  expect(selectWait(home.getSnapshot())).toBe(null)
  expect(isPasswordWrong(home.getSnapshot())).toBe(false)
  expect(draftsOf(home.getSnapshot())).toMatchObject({ scoreGroup: 'open', password: 'other' })
  send({ type: 'group.select' })
  expect(fakes.selectScoreGroup.calls).toHaveLength(2)
})

test('a choice under way is answered before the step moves on', async () => {
  const { home, fakes, learn } = await selecting()
  learn({ ...groupless, phase: 'over' })
  expect(shownStep(home.getSnapshot())).toBe('scoreGroup')
  await answer(fakes.selectScoreGroup, done)
  expect(shownStep(home.getSnapshot())).toBe('over')
})

test('a group that another member chose first is named, once the stats say it', async () => {
  const { home, fakes, learn } = await selecting()
  await answer(fakes.selectScoreGroup, refused('SCORE_GROUP_ALREADY_SELECTED'))
  const other = (stats?: { scoreGroup: string | null; scoreGroupName?: string }) =>
    otherGroupIn(stats)(home.getSnapshot())
  expect([other(), other({ scoreGroup: null })]).toEqual([null, null])
  learn(playing)
  expect(shownStep(home.getSnapshot())).toBe('play')
  expect(other({ scoreGroup: 'open', scoreGroupName: 'Open to all' })).toBe('Open to all')
  // Another backend has no names in its stats. The list that was shown has them.
  expect(other({ scoreGroup: 'open' })).toBe('OPEN')
  expect(other({ scoreGroup: 'staff' })).toBe(null)
})

test('nobody learns again of another group after closing the notice', async () => {
  const { home, fakes, learn } = await selecting()
  await answer(fakes.selectScoreGroup, refused('SCORE_GROUP_ALREADY_SELECTED'))
  learn(playing)
  home.send({ type: 'otherGroup.dismissed' })
  expect(otherGroupIn({ scoreGroup: 'open' })(home.getSnapshot())).toBe(null)
  expect(shownStep(home.getSnapshot())).toBe('play')
})
