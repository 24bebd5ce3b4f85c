import { expect, test } from 'vitest'
import {
  challenge,
  detail,
  notRunning,
  running,
  starting,
  stopping,
  yes,
} from '../../support/challenge.ts'
import { START, settled } from '../../support/time.ts'
import { startInstance } from './start.ts'

test.each([
  [notRunning, { notRunning: 'idle' }],
  [starting, { starting: 'idle' }],
  [running, { running: 'idle' }],
  [stopping, 'stopping'],
])('it shows what the server says: %j', async (answer, expected) => {
  const page = startInstance()
  expect(page.state()).toBe('unknown')
  expect(page.fetch.last().input).toEqual(challenge)
  await page.read(answer)
  expect(page.state()).toEqual(expected)
  expect(page.reading().data).toEqual(answer)
  expect(page.reading().updatedAt).toBe(START)
})

test.each([
  [notRunning, starting, { starting: 'idle' }],
  [starting, running, { running: 'idle' }],
  [running, stopping, 'stopping'],
  [stopping, notRunning, { notRunning: 'idle' }],
])('it follows the server from %j to %j', async (before, after, expected) => {
  const page = startInstance()
  await page.read(before)
  page.time.pass(10_000)
  await page.read(after)
  expect(page.state()).toEqual(expected)
})

test.each([
  ['not running', notRunning, 10_000],
  ['running', running, 10_000],
  ['starting', starting, 2_000],
  ['stopping', stopping, 2_000],
])('while %s, it is asked again in time', async (_, answer, interval) => {
  const page = startInstance()
  await page.read(answer)
  page.time.pass(interval - 1)
  expect(page.fetch.calls).toHaveLength(1)
  page.time.pass(1)
  expect(page.fetch.calls).toHaveLength(2)
})

test('nothing is read while the page is hidden, and at once when it is shown again', async () => {
  const page = startInstance()
  await page.read(running)
  page.visibility.send({ type: 'page.hidden' })
  page.time.pass(60_000)
  expect(page.fetch.calls).toHaveLength(1)
  page.visibility.send({ type: 'page.shown' })
  expect(page.fetch.calls).toHaveLength(2)
})

test('a read from before an action is cancelled, so that it cannot undo what the action did', async () => {
  const page = startInstance()
  await page.read(notRunning)
  page.time.pass(10_000)
  const old = page.fetch.last()
  page.instance.send({ type: 'instance.start' })
  expect(old.signal.aborted).toBe(true)
  old.answer.resolve(running)
  await settled()
  expect(page.state()).toEqual({ notRunning: { requesting: 'sending' } })
  page.time.pass(60_000)
  expect(page.fetch.calls).toHaveLength(2)
  await page.answer(page.put.last(), yes(undefined))
  expect(page.fetch.calls).toHaveLength(3)
})

test('leaving the page cancels its reads', () => {
  const page = startInstance()
  page.instance.send({ type: 'page.left' })
  expect(page.fetch.last().signal.aborted).toBe(true)
  page.time.pass(60_000)
  expect(page.fetch.calls).toHaveLength(1)
  page.instance.send({ type: 'page.entered' })
  expect(page.fetch.calls).toHaveLength(2)
})

test('leaving the page never cancels a change, and coming back shows what became of it', async () => {
  const page = startInstance()
  await page.read(notRunning)
  page.instance.send({ type: 'instance.start' })
  page.instance.send({ type: 'page.left' })
  expect(page.put.last().signal.aborted).toBe(false)
  await page.answer(page.put.last(), yes(undefined))
  expect(page.reported).toEqual([{ type: 'account.changed' }])
  expect(page.fetch.calls).toHaveLength(1)
  page.instance.send({ type: 'page.entered' })
  await page.read(starting)
  expect(page.state()).toEqual({ starting: 'idle' })
})

test('while stopping, nothing can be done', async () => {
  const page = startInstance()
  await page.read(stopping)
  page.time.pass(2_000)
  await page.read(stopping)
  expect(page.state()).toBe('stopping')
  expect(page.possible()).toEqual([])
})

test('coming back during a change reads nothing before it is done', async () => {
  const page = startInstance()
  await page.read(notRunning)
  page.instance.send({ type: 'instance.start' })
  page.instance.send({ type: 'page.left' })
  page.instance.send({ type: 'page.entered' })
  expect(page.fetch.calls).toHaveLength(1)
  await page.answer(page.put.last(), yes(undefined))
  expect(page.fetch.calls).toHaveLength(2)
})

test('out of the time of the event, the answer is ignored', async () => {
  const page = startInstance()
  await page.read(running)
  page.time.pass(10_000)
  await page.answer(page.fetch.last(), null)
  expect(page.state()).toEqual({ running: 'idle' })
  expect(page.reading()).toMatchObject({ data: running, failure: null, updatedAt: START })
  page.time.pass(10_000)
  expect(page.fetch.calls).toHaveLength(3)
  await page.fail(page.fetch.last())
  expect(page.reading()).toMatchObject({ data: running, updatedAt: START })
})

test('a read that fails keeps what was known, says why, and is tried again', async () => {
  const page = startInstance()
  await page.read(running)
  page.time.pass(10_000)
  await page.fail(page.fetch.last())
  expect(page.reading()).toMatchObject({
    data: running,
    failure: { code: 'UNKNOWN', message: 'No luck.' },
  })
  page.time.pass(10_000)
  await page.read(running)
  expect(page.reading().failure).toBe(null)
})

test('a state that could not be read at first can be asked for at once', async () => {
  const page = startInstance()
  await page.fail(page.fetch.last())
  expect(page.state()).toBe('unknown')
  page.instance.send({ type: 'instance.retry' })
  expect(page.fetch.calls).toHaveLength(2)
})

test('an unchanged answer keeps its reference', async () => {
  const page = startInstance()
  await page.read(running)
  const { data } = page.reading()
  page.time.pass(10_000)
  await page.read(structuredClone(running))
  expect(page.reading().data).toBe(data)
})

test.each([
  ['a challenge of files alone', { ...detail, hasEnvironment: false }],
  ['a challenge that does not exist', null],
])('%s has no environment to ask for', async (_, known) => {
  const page = startInstance()
  page.instance.send({ type: 'detail.changed', detail: known })
  expect(page.fetch.last().signal.aborted).toBe(true)
  page.instance.send({ type: 'detail.changed', detail: known })
  page.instance.send({ type: 'page.left' })
  page.instance.send({ type: 'page.entered' })
  page.time.pass(60_000)
  expect(page.fetch.calls).toHaveLength(1)
  page.instance.send({ type: 'detail.changed', detail })
  expect(page.fetch.calls).toHaveLength(2)
})
