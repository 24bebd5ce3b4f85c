import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import type { PageVisibility } from '../../../src/machines/page-visibility.ts'
import { createResource, type ResourceSubject } from '../../../src/machines/resource/machine.ts'
import {
  dataOf,
  isFailed,
  isLoading,
  updatedAtOf,
} from '../../../src/machines/resource/selectors.ts'
import { createFakeCallback, createFakePromise } from '../../support/fakes/calls.ts'
import { createClockActor, createTime, START, settled } from '../../support/time.ts'

interface Data {
  readonly list: readonly { readonly id: number }[]
}

function start({
  interval = 10_000,
  startsActive = true,
  random = 0.5,
  isMoving = (_: Data): boolean => false,
} = {}) {
  const time = createTime()
  const fetch = createFakePromise<Data, ResourceSubject | undefined>()
  const visibility = createFakeCallback<PageVisibility>()
  const resource = createActor(
    createResource<Data>('test', { isMoving }).provide({
      actors: { fetch: fetch.logic, visibility: visibility.logic },
    }),
    {
      clock: time.clock,
      input: { clock: createClockActor(time), interval, startsActive, random: () => random },
    },
  ).start()
  const answer = async (data: Data) => {
    fetch.last().answer.resolve(data)
    await settled()
  }
  const fail = async () => {
    fetch.last().answer.reject(new Error('No luck.'))
    await settled()
  }
  return { resource, time, fetch, visibility, answer, fail }
}

const one: Data = { list: [{ id: 1 }] }

test('it fetches at once, and again after each interval', async () => {
  const { resource, time, fetch, answer } = start()
  expect(isLoading(resource.getSnapshot())).toBe(true)
  await answer(one)
  expect(dataOf(resource.getSnapshot())).toEqual(one)
  time.pass(9999)
  expect(fetch.calls.length).toBe(1)
  time.pass(1)
  expect(fetch.calls.length).toBe(2)
})

test.each([
  [0, 9000],
  [1, 11_000],
])('the interval carries ten percent of jitter (%s)', async (random, expected) => {
  const { time, fetch, answer } = start({ random })
  await answer(one)
  time.pass(expected - 1)
  expect(fetch.calls.length).toBe(1)
  time.pass(1)
  expect(fetch.calls.length).toBe(2)
})

test('an unchanged answer keeps the old reference', async () => {
  const { resource, time, answer } = start()
  await answer(one)
  const before = dataOf(resource.getSnapshot())
  time.pass(10_000)
  await answer({ list: [{ id: 1 }] })
  expect(dataOf(resource.getSnapshot())).toBe(before)
})

test('parts that did not change inside a changed answer keep their reference', async () => {
  const { resource, time, answer } = start()
  await answer({ list: [{ id: 1 }, { id: 2 }] })
  const before = dataOf(resource.getSnapshot())
  time.pass(10_000)
  await answer({ list: [{ id: 1 }, { id: 3 }] })
  const after = dataOf(resource.getSnapshot())
  expect(after).toEqual({ list: [{ id: 1 }, { id: 3 }] })
  expect(after?.list[0]).toBe(before?.list[0])
})

test('it does not poll while the page is hidden, and refreshes at once when it is seen again', async () => {
  const { time, fetch, visibility, answer } = start()
  await answer(one)
  visibility.send({ type: 'page.hidden' })
  time.pass(600_000)
  expect(fetch.calls.length).toBe(1)
  visibility.send({ type: 'page.shown' })
  expect(fetch.calls.length).toBe(2)
})

test('a failed fetch is not repeated while the page is hidden either', async () => {
  const { time, fetch, visibility, fail } = start()
  await fail()
  visibility.send({ type: 'page.hidden' })
  time.pass(600_000)
  expect(fetch.calls.length).toBe(1)
  visibility.send({ type: 'page.shown' })
  expect(fetch.calls.length).toBe(2)
})

test('it refreshes when asked', async () => {
  const { resource, fetch, answer } = start()
  await answer(one)
  resource.send({ type: 'resource.refresh' })
  expect(fetch.calls.length).toBe(2)
})

test('many requests for a refresh during a fetch lead to one more fetch, since it may have missed the change', async () => {
  const { resource, fetch, answer } = start()
  for (let index = 0; index < 5; index++) resource.send({ type: 'resource.refresh' })
  expect(fetch.calls.length).toBe(1)
  await answer(one)
  expect(fetch.calls.length).toBe(2)
  await answer({ list: [] })
  expect(fetch.calls.length).toBe(2)
  expect(dataOf(resource.getSnapshot())).toEqual({ list: [] })
})

test('a refresh that was requested during a fetch that fails is not lost', async () => {
  const { resource, fetch, answer, fail } = start()
  resource.send({ type: 'resource.refresh' })
  await fail()
  expect(fetch.calls.length).toBe(2)
  expect(resource.getSnapshot().context.failure?.message).toBe('No luck.')
  await answer(one)
  expect(dataOf(resource.getSnapshot())).toEqual(one)
})

test('while its data moves it is asked for every two seconds, also after a failure', async () => {
  const { time, fetch, answer, fail } = start({ isMoving: ({ list }) => list.length === 0 })
  await answer({ list: [] })
  for (const count of [1, 2]) {
    time.pass(1_999)
    expect(fetch.calls.length).toBe(count)
    time.pass(1)
    expect(fetch.calls.length).toBe(count + 1)
    if (count === 1) await fail()
  }
  await answer(one)
  time.pass(9_999)
  expect(fetch.calls.length).toBe(3)
})

test('the last good data and its age outlive a failure', async () => {
  const { resource, time, answer, fail } = start()
  await answer(one)
  time.pass(10_000)
  await fail()
  const snapshot = resource.getSnapshot()
  expect(dataOf(snapshot)).toEqual(one)
  expect(updatedAtOf(snapshot)).toBe(START)
  expect(snapshot.context.failure).toEqual({ code: 'UNKNOWN', message: 'No luck.' })
  expect(isFailed(snapshot)).toBe(false)
})

test('a failure is forgotten with the next good answer', async () => {
  const { resource, time, answer, fail } = start()
  await fail()
  expect(isFailed(resource.getSnapshot())).toBe(true)
  time.pass(10_000)
  await answer(one)
  expect(resource.getSnapshot().context.failure).toBe(null)
})

test('a failure is retried when asked', async () => {
  const { resource, fetch, fail } = start()
  await fail()
  resource.send({ type: 'resource.refresh' })
  expect(fetch.calls.length).toBe(2)
})

test('it sleeps until it is activated, and again when nobody needs it', async () => {
  const { resource, time, fetch, answer } = start({ startsActive: false })
  time.pass(60_000)
  expect(fetch.calls.length).toBe(0)
  resource.send({ type: 'resource.activate' })
  await answer(one)
  resource.send({ type: 'resource.deactivate' })
  time.pass(60_000)
  expect(fetch.calls.length).toBe(1)
  expect(dataOf(resource.getSnapshot())).toEqual(one)
})

test('falling asleep cancels the fetch', () => {
  const { resource, fetch } = start()
  resource.send({ type: 'resource.deactivate' })
  expect(fetch.last().signal.aborted).toBe(true)
})

test('without an interval it is fetched when asked for only, but a failure is retried', async () => {
  const { resource, time, fetch, answer, fail } = start({ interval: Number.POSITIVE_INFINITY })
  await answer(one)
  time.pass(3_600_000)
  expect(fetch.calls.length).toBe(1)
  resource.send({ type: 'resource.refresh' })
  await fail()
  time.pass(10_000)
  expect(fetch.calls.length).toBe(3)
})

test('a first failure is repeated after ten seconds, however rarely the data is polled', async () => {
  const { time, fetch, fail, answer } = start({ interval: 60_000 })
  await fail()
  time.pass(10_000)
  expect(fetch.calls.length).toBe(2)
  await answer(one)
  time.pass(59_999)
  expect(fetch.calls.length).toBe(2)
  time.pass(1)
  await fail()
  time.pass(59_999)
  expect(fetch.calls.length, 'what was read is still shown').toBe(3)
  time.pass(1)
  expect(fetch.calls.length).toBe(4)
})

test('a resource that was woken polls like one that was awake from the start', async () => {
  for (const isGood of [true, false]) {
    const { resource, time, fetch, visibility, answer, fail } = start({ startsActive: false })
    resource.send({ type: 'resource.activate' })
    await (isGood ? answer(one) : fail())
    time.pass(10_000)
    expect(fetch.calls.length).toBe(2)
    await (isGood ? answer(one) : fail())
    visibility.send({ type: 'page.hidden' })
    visibility.send({ type: 'page.shown' })
    expect(fetch.calls.length).toBe(3)
  }
})

test('an answer counts although another one was asked for meanwhile', async () => {
  const { resource, answer } = start()
  resource.send({ type: 'resource.refresh' })
  await answer(one)
  expect(dataOf(resource.getSnapshot())).toEqual(one)
})

test('stale data is fetched at once, and after the fetch that runs; while hidden it waits for the user', async () => {
  const { resource, fetch, visibility, answer } = start()
  resource.send({ type: 'resource.stale' })
  await answer(one)
  expect(fetch.calls.length).toBe(2)
  await answer(one)
  resource.send({ type: 'resource.stale' })
  expect(fetch.calls.length).toBe(3)
  await answer(one)
  visibility.send({ type: 'page.hidden' })
  resource.send({ type: 'resource.stale' })
  expect(fetch.calls.length).toBe(3)
  visibility.send({ type: 'page.shown' })
  expect(fetch.calls.length).toBe(4)
})

test('while dormant, nothing is stale', () => {
  const { resource, fetch } = start({ startsActive: false })
  resource.send({ type: 'resource.stale' })
  expect(fetch.calls.length).toBe(0)
})
