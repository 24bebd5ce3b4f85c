import { expect, test } from 'vitest'
import { isStartForbidden } from '../../../src/machines/instance/selectors.ts'
import {
  challenge,
  detail,
  extended,
  no,
  notRunning,
  other,
  playing,
  running,
  starting,
  statsOf,
  stopping,
  yes,
} from '../../support/challenge.ts'
import { settled } from '../../support/time.ts'
import { startInstance } from './start.ts'

test('a start is sent for its own challenge, and shows what the server then says', async () => {
  const page = startInstance()
  await page.read(notRunning)
  page.instance.send({ type: 'instance.start' })
  expect(page.state()).toEqual({ notRunning: { requesting: 'sending' } })
  expect(page.put.last().input).toEqual({ challenge, before: notRunning })
  await page.answer(page.put.last(), yes(undefined))
  expect(page.state()).toEqual({ notRunning: { requesting: 'settling' } })
  await page.read(starting)
  expect(page.state()).toEqual({ starting: 'idle' })
  expect(page.reported).toEqual([{ type: 'account.changed' }])
})

test('a failed start is shown as such, also one that failed at once, until the next one', async () => {
  const page = startInstance()
  await page.read(starting)
  page.time.clock.increment(3_000)
  await page.read(notRunning)
  expect(page.state()).toEqual({ notRunning: 'startFailed' })

  page.instance.send({ type: 'instance.start' })
  await page.answer(page.put.last(), yes(undefined))
  await page.read(notRunning)
  expect(page.state()).toEqual({ notRunning: 'startFailed' })

  page.instance.send({ type: 'instance.start' })
  await page.answer(page.put.last(), yes(undefined))
  await page.read(starting)
  expect(page.state()).toEqual({ starting: 'idle' })
})

test('a start that failed does not open what is forbidden meanwhile', async () => {
  const page = startInstance()
  await page.read(starting)
  page.time.clock.increment(3_000)
  await page.read(notRunning)
  expect(page.can({ type: 'instance.start' })).toBe(true)
  page.instance.send({ type: 'detail.changed', detail: { ...detail, canBeStarted: false } })
  expect(page.can({ type: 'instance.start' })).toBe(false)
})

test('an environment that is stopped has not failed to start', async () => {
  const page = startInstance()
  await page.read(stopping)
  page.time.clock.increment(3_000)
  await page.read(notRunning)
  expect(page.state()).toEqual({ notRunning: 'idle' })
})

test('a start that is under way cannot be sent again', async () => {
  const page = startInstance()
  await page.read(notRunning)
  page.instance.send({ type: 'instance.start' })
  expect(page.can({ type: 'instance.start' })).toBe(false)
  page.instance.send({ type: 'instance.start' })
  await page.answer(page.put.last(), yes(undefined))
  page.instance.send({ type: 'instance.start' })
  expect(page.put.calls).toHaveLength(1)
})

test('nothing can be done before the state is known', () => {
  const page = startInstance()
  expect(page.possible()).toEqual([])
})

test('a start can be aborted', async () => {
  const page = startInstance()
  await page.read(starting)
  page.instance.send({ type: 'instance.abort' })
  expect(page.state()).toEqual({ starting: { aborting: 'sending' } })
  await page.answer(page.remove.last(), yes(undefined))
  expect(page.state()).toEqual({ starting: { aborting: 'settling' } })
  await page.read(notRunning)
  expect(page.state()).toEqual({ notRunning: 'idle' })
  expect(page.reported).toEqual([{ type: 'account.changed' }])
})

test('running environments can be stopped', async () => {
  const page = startInstance()
  await page.read(running)
  page.instance.send({ type: 'instance.stop' })
  expect(page.state()).toEqual({ running: { requestingStop: 'sending' } })
  await page.answer(page.remove.last(), yes(undefined))
  await page.read(stopping)
  expect(page.state()).toEqual('stopping')
  expect(page.reported).toEqual([{ type: 'account.changed' }])
})

test('running environments can be extended', async () => {
  const page = startInstance()
  await page.read(running)
  page.instance.send({ type: 'instance.extend' })
  expect(page.state()).toEqual({ running: { extending: 'sending' } })
  await page.answer(page.post.last(), yes(undefined))
  expect(page.state()).toEqual({ running: { extending: 'settling' } })
  await page.read(extended)
  expect(page.state()).toEqual({ running: 'idle' })
  expect(page.reading().data).toEqual(extended)
  expect(page.reported).toEqual([{ type: 'account.changed' }])
})

test('an extension that is refused shakes the button for a moment, and can be asked for again', async () => {
  const page = startInstance()
  await page.read(running)
  page.instance.send({ type: 'instance.extend' })
  await page.answer(page.post.last(), no('CANNOT_PROLONG_CHALLENGE_INSTANCE'))
  expect(page.state()).toEqual({ running: 'refused' })
  expect(page.can({ type: 'instance.extend' })).toBe(true)
  expect(page.can({ type: 'instance.stop' })).toBe(true)
  expect(page.reported).toEqual([{ type: 'account.changed' }])
  await page.read(running)
  expect(page.state()).toEqual({ running: 'refused' })
  page.time.pass(2_999)
  expect(page.state()).toEqual({ running: 'refused' })
  page.time.pass(1)
  expect(page.state()).toEqual({ running: 'idle' })
  expect(page.context().changeFailure).toBe(null)
})

test.each([
  ['instance.extend', 'extending', (page: Page) => page.post.calls.length],
  ['instance.stop', 'requestingStop', (page: Page) => page.remove.calls.length],
] as const)('while a refused extension is shown, %s can be asked for', async (...row) => {
  const [type, state, sent] = row
  const page = startInstance()
  await page.read(running)
  page.instance.send({ type: 'instance.extend' })
  await page.answer(page.post.last(), no('CANNOT_PROLONG_CHALLENGE_INSTANCE'))
  const before = sent(page)
  page.instance.send({ type })
  expect(page.state()).toEqual({ running: { [state]: 'sending' } })
  expect(sent(page)).toBe(before + 1)
})

test('an extension that was sent twice and refused is not a refusal when the time has grown', async () => {
  const page = startInstance()
  await page.read(running)
  page.instance.send({ type: 'instance.extend' })
  await page.answer(page.post.last(), no('CANNOT_PROLONG_CHALLENGE_INSTANCE', true))
  expect(page.state()).toEqual({ running: { extending: 'sending' } })
  await page.check(extended)
  expect(page.reported).toEqual([{ type: 'account.changed' }])
  await page.read(extended)
  expect(page.state()).toEqual({ running: 'idle' })
})

test.each([
  ['the time has not grown', (page: Page) => page.check(running)],
  ['nobody can tell', (page: Page) => page.fail(page.post.check.last())],
])('an extension that was sent twice and refused is a refusal when %s', async (_, then) => {
  const page = startInstance()
  await page.read(running)
  page.instance.send({ type: 'instance.extend' })
  await page.answer(page.post.last(), no('CANNOT_PROLONG_CHALLENGE_INSTANCE', true))
  await then(page)
  expect(page.state()).toEqual({ running: 'refused' })
})

test('an extension that was sent twice for what has stopped meanwhile shows that it stopped', async () => {
  const page = startInstance()
  await page.read(running)
  page.instance.send({ type: 'instance.extend' })
  await page.answer(page.post.last(), no('CANNOT_PROLONG_CHALLENGE_INSTANCE', true))
  await page.check(notRunning)
  await page.read(notRunning)
  expect(page.state()).toEqual({ notRunning: 'idle' })
})

test('a challenge that could not be read may not be started, and is not said to forbid it', async () => {
  const page = startInstance()
  await page.read(notRunning)
  const isForbidden = () => isStartForbidden(page.instance.getSnapshot())
  expect(isForbidden()).toBe(false)
  page.instance.send({ type: 'detail.changed', detail: null })
  expect(page.can({ type: 'instance.start' })).toBe(false)
  expect(isForbidden()).toBe(false)
  page.instance.send({ type: 'detail.changed', detail: { ...detail, canBeStarted: false } })
  expect(isForbidden()).toBe(true)
})

test('a challenge that may not be started is not', async () => {
  const page = startInstance()
  page.instance.send({ type: 'detail.changed', detail: { ...detail, canBeStarted: false } })
  await page.read(notRunning)
  expect(page.can({ type: 'instance.start' })).toBe(false)
  page.instance.send({ type: 'detail.changed', detail: { ...detail, canBeStarted: true } })
  expect(page.can({ type: 'instance.start' })).toBe(true)
})

test.each([
  [[other('a'), other('b')], 2, false],
  [[other('a'), other('b'), other('c')], 2, false],
  [[other('a')], 2, true],
  [[other('a'), challenge], 2, true],
  [[other('a'), other('b')], null, true],
  [[], 0, false],
])('with %j running of at most %j, it can be started: %j', async (list, maximum, expected) => {
  const page = startInstance({ stats: statsOf(list, maximum) })
  await page.read(notRunning)
  expect(page.can({ type: 'instance.start' })).toBe(expected)
})

test('a place that becomes free lets it be started', async () => {
  const page = startInstance({ stats: statsOf([other('a'), other('b')]) })
  await page.read(notRunning)
  page.instance.send({ type: 'stats.changed', stats: statsOf([other('a')]) })
  expect(page.can({ type: 'instance.start' })).toBe(true)
})

test('while the event is paused nothing is started, and what runs can still be extended and stopped', async () => {
  const page = startInstance({ facts: { ...playing, isPaused: true } })
  await page.read(notRunning)
  page.instance.send({ type: 'instance.start' })
  expect([page.possible(), page.put.calls]).toEqual([[], []])
  page.instance.send({ type: 'facts.changed', facts: playing })
  expect(page.possible()).toEqual(['instance.start'])
  page.instance.send({ type: 'instance.stale' })
  await page.read(running)
  page.instance.send({ type: 'facts.changed', facts: { ...playing, isPaused: true } })
  expect(page.possible()).toEqual(['instance.extend', 'instance.stop'])
})

test('a limit that only the server knew of is shown until the stats change', async () => {
  const page = startInstance({ stats: undefined })
  await page.read(notRunning)
  page.instance.send({ type: 'instance.start' })
  await page.answer(page.put.last(), no('MAXIMUM_NUMBER_CHALLENGE_INSTANCES_REACHED'))
  expect(page.state()).toEqual({ notRunning: 'limitReached' })
  expect(page.context().changeFailure).toBe(null)
  await page.read(notRunning)
  expect(page.state()).toEqual({ notRunning: 'limitReached' })
  expect(page.can({ type: 'instance.start' })).toBe(true)
  page.instance.send({ type: 'stats.changed', stats: statsOf([other('a'), other('b')]) })
  expect(page.state()).toEqual({ notRunning: 'idle' })
  expect(page.context().stats).toEqual(statsOf([other('a'), other('b')]))
  expect(page.can({ type: 'instance.start' })).toBe(false)
  expect(page.reported).toEqual([{ type: 'account.changed' }])
})

test('a start that was sent twice may have filled the last place itself', async () => {
  const page = startInstance()
  await page.read(notRunning)
  page.instance.send({ type: 'instance.start' })
  await page.answer(page.put.last(), no('MAXIMUM_NUMBER_CHALLENGE_INSTANCES_REACHED', true))
  expect(page.state()).toEqual({ notRunning: { requesting: 'sending' } })
  await page.check(starting)
  expect(page.reported).toEqual([{ type: 'account.changed' }])
  await page.read(starting)
  expect(page.state()).toEqual({ starting: 'idle' })
})

test.each([
  ['it does not run', (page: Page) => page.check(notRunning)],
  ['nobody can tell', (page: Page) => page.fail(page.put.check.last())],
])('a start that was sent twice has met the limit when %s', async (_, then) => {
  const page = startInstance()
  await page.read(notRunning)
  page.instance.send({ type: 'instance.start' })
  await page.answer(page.put.last(), no('MAXIMUM_NUMBER_CHALLENGE_INSTANCES_REACHED', true))
  await then(page)
  expect(page.state()).toEqual({ notRunning: 'limitReached' })
})

type Page = ReturnType<typeof startInstance>

test.each([
  ['start', notRunning, 'instance.start', (page: Page) => page.put, { notRunning: 'idle' }],
  ['abort', starting, 'instance.abort', (page: Page) => page.remove, { starting: 'idle' }],
  ['extension', running, 'instance.extend', (page: Page) => page.post, { running: 'idle' }],
  ['stop', running, 'instance.stop', (page: Page) => page.remove, { running: 'idle' }],
] as const)('a failed %s says why and leaves everything possible', async (...row) => {
  const [, state, type, callsOf, after] = row
  const page = startInstance()
  await page.read(state)
  page.instance.send({ type })
  await page.fail(callsOf(page).last())
  await page.check(state)
  expect(page.state()).toEqual(after)
  expect(page.context().changeFailure).toEqual({ code: 'UNKNOWN', message: 'No luck.' })
  expect(page.reported).toEqual([{ type: 'account.changed' }])
  expect(page.can({ type })).toBe(true)
  await page.read(state)
  expect(page.context().changeFailure).toEqual({ code: 'UNKNOWN', message: 'No luck.' })
  page.instance.send({ type })
  expect(page.context().changeFailure).toBe(null)
})

test.each([
  ['start', notRunning, 'instance.start', (page: Page) => page.put, starting],
  ['abort', starting, 'instance.abort', (page: Page) => page.remove, running],
  ['abort of a start', starting, 'instance.abort', (page: Page) => page.remove, notRunning],
  ['extension', running, 'instance.extend', (page: Page) => page.post, stopping],
  ['stop', running, 'instance.stop', (page: Page) => page.remove, notRunning],
] as const)('a failed %s is forgotten once the environment has moved on', async (...row) => {
  const [, state, type, callsOf, moved] = row
  const page = startInstance()
  await page.read(state)
  page.instance.send({ type })
  await page.fail(callsOf(page).last())
  await page.check(state)
  await page.read(moved)
  expect(page.context().changeFailure).toBe(null)
})

test.each([
  ['start', notRunning, 'instance.start', (page: Page) => page.put],
  ['abort', starting, 'instance.abort', (page: Page) => page.remove],
  ['extension', running, 'instance.extend', (page: Page) => page.post],
  ['stop', running, 'instance.stop', (page: Page) => page.remove],
] as const)(
  'a page waits for a %s; one that changed nothing yet can be repeated',
  async (...row) => {
    const [, state, type, callsOf] = row
    const page = startInstance()
    await page.read(state)
    page.instance.send({ type })
    expect(page.instance.getSnapshot().hasTag('changing')).toBe(true)
    callsOf(page).last().answer.resolve(yes(undefined))
    await settled()
    expect(page.instance.getSnapshot().hasTag('changing')).toBe(false)
    expect(page.can({ type })).toBe(false)
    await page.read(state)
    expect(page.can({ type })).toBe(true)
  },
)

test('a limit that only the server knew of does not keep anybody from trying again', async () => {
  const page = startInstance({ stats: undefined })
  await page.read(notRunning)
  page.instance.send({ type: 'instance.start' })
  await page.answer(page.put.last(), no('MAXIMUM_NUMBER_CHALLENGE_INSTANCES_REACHED'))
  page.instance.send({ type: 'instance.start' })
  expect(page.state()).toEqual({ notRunning: { requesting: 'sending' } })
  expect(page.put.calls).toHaveLength(2)
})

test('a start that is answered when the time of the event is over leaves no dead end', async () => {
  const page = startInstance()
  await page.read(notRunning)
  page.instance.send({ type: 'instance.start' })
  await page.answer(page.put.last(), yes(undefined))
  await page.answer(page.fetch.last(), null)
  expect(page.state()).toEqual({ notRunning: 'idle' })
})

test('a limit that only the server knew of does not open what is forbidden', async () => {
  const page = startInstance()
  await page.read(notRunning)
  page.instance.send({ type: 'instance.start' })
  await page.answer(page.put.last(), no('MAXIMUM_NUMBER_CHALLENGE_INSTANCES_REACHED'))
  page.instance.send({ type: 'detail.changed', detail: { ...detail, canBeStarted: false } })
  expect(page.can({ type: 'instance.start' })).toBe(false)
})

test.each([
  ['start', notRunning, 'instance.start', (page: Page) => page.put, { notRunning: 'idle' }],
  ['abort', starting, 'instance.abort', (page: Page) => page.remove, { starting: 'idle' }],
  ['extension', running, 'instance.extend', (page: Page) => page.post, { running: 'idle' }],
  ['stop', running, 'instance.stop', (page: Page) => page.remove, { running: 'idle' }],
] as const)('a read that fails after a %s leaves no dead end', async (...row) => {
  const [, state, type, callsOf, after] = row
  const page = startInstance()
  await page.read(state)
  page.instance.send({ type })
  callsOf(page).last().answer.resolve(yes(undefined))
  await page.fail(page.fetch.last()).then(() => page.fail(page.fetch.last()))
  expect(page.state()).toEqual(after)
})

test.each([
  ['start', notRunning, 'instance.start', (page: Page) => page.put, starting],
  ['abort', starting, 'instance.abort', (page: Page) => page.remove, stopping],
  ['extension', running, 'instance.extend', (page: Page) => page.post, extended],
  ['stop', running, 'instance.stop', (page: Page) => page.remove, notRunning],
] as const)(
  'a %s whose answer is an error, and that was done all the same, is not a failure',
  async (...row) => {
    const [, state, type, callsOf, done] = row
    const page = startInstance()
    await page.read(state)
    page.instance.send({ type })
    await page.fail(callsOf(page).last())
    await page.check(done)
    await page.read(done)
    expect(page.context().changeFailure).toBe(null)
    expect(page.reading().data).toEqual(done)
  },
)
