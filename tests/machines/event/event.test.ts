import { describe, expect, test } from 'vitest'
import { createActor } from 'xstate'
import type { Metadata } from '../../../src/api/contract.ts'
import { eventMachine } from '../../../src/machines/event/machine.ts'
import { isPaused, metadataOf, phaseOf } from '../../../src/machines/event/selectors.ts'
import type { PageVisibility } from '../../../src/machines/page-visibility.ts'
import { createFakeCallback, createFakePromise } from '../../support/fakes/calls.ts'
import { createClockActor, createTime, START, settled } from '../../support/time.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

function metadata(start: number, end: number, postPlayEnd: number): Metadata {
  const at = (offset: number) => new Date(START + offset).toISOString()
  return {
    ctfStart: at(start),
    ctfEnd: at(end),
    ctfPostPlayEnd: at(postPlayEnd),
    flagPrefix: 'GUIDON',
    teamModeEnabled: true,
    defaultTeamSizeLimit: 4,
  }
}

function start() {
  const time = createTime()
  const clock = createClockActor(time)
  const fetchMetadata = createFakePromise<Metadata>()
  const visibility = createFakeCallback<PageVisibility>()
  const event = createActor(
    eventMachine.provide({
      actors: { fetchMetadata: fetchMetadata.logic, visibility: visibility.logic },
    }),
    { clock: time.clock, input: { clock } },
  ).start()
  const phase = () => phaseOf(event.getSnapshot())
  const know = async (data: Metadata) => {
    fetchMetadata.last().answer.resolve(data)
    await settled()
  }
  return { event, time, clock, fetchMetadata, visibility, phase, know }
}

test('nobody knows the phase before the metadata is there', () => {
  const { phase } = start()
  expect(phase()).toBe(null)
})

test('the phases follow one another at their times', async () => {
  const { time, phase, know } = start()
  await know(metadata(HOUR, 2 * HOUR, 3 * HOUR))
  expect(phase()).toBe('upcoming')
  time.pass(HOUR - 1)
  expect(phase()).toBe('upcoming')
  time.pass(1)
  expect(phase()).toBe('running')
  time.pass(HOUR)
  expect(phase()).toBe('postPlay')
  time.pass(HOUR)
  expect(phase()).toBe('over')
  time.pass(HOUR)
  expect(phase()).toBe('over')
})

test('an event that starts in 60 days does not start now', async () => {
  const { time, phase, know } = start()
  await know(metadata(60 * DAY, 61 * DAY, 62 * DAY))
  time.pass(DAY)
  expect(phase()).toBe('upcoming')
  time.pass(59 * DAY)
  expect(phase()).toBe('running')
})

test('an event that ends while the laptop sleeps is over when the page is looked at again', async () => {
  const { time, visibility, phase, know } = start()
  await know(metadata(-HOUR, HOUR, 2 * HOUR))
  time.jump(5 * HOUR)
  expect(phase()).toBe('running')
  visibility.send({ type: 'page.shown' })
  expect(phase()).toBe('over')
})

test('an event that ends while the laptop sleeps is over within half a minute, seen or not', async () => {
  const { time, phase, know } = start()
  await know(metadata(-HOUR, HOUR, 2 * HOUR))
  time.jump(5 * HOUR)
  time.pass(30_000)
  expect(phase()).toBe('over')
})

test('the phase is by the time of the server, whatever the device says', async () => {
  const { time, clock, phase, know } = start()
  clock.send({
    type: 'clock.measured',
    serverDate: time.now() + 5 * HOUR,
    sentAt: time.now(),
    receivedAt: time.now(),
  })
  await know(metadata(4 * HOUR, 6 * HOUR, 7 * HOUR))
  expect(phase()).toBe('running')
})

test('it does not start before the server has certainly started it, though one answer gives its time only to a second', async () => {
  const { time, clock, phase, know } = start()
  // The server's clock is that of the device. Its answer at a full second says that it may be up to a second ahead.
  const sentAt = time.now()
  clock.send({ type: 'clock.measured', serverDate: sentAt, sentAt, receivedAt: sentAt + 20 })
  await know(metadata(HOUR, 2 * HOUR, 3 * HOUR))
  time.pass(HOUR - 1)
  expect(phase()).toBe('upcoming')
  time.pass(21)
  expect(phase()).toBe('running')
})

test('it starts on time, though the first answer took ten seconds', async () => {
  const { time, clock, phase, know } = start()
  const measure = (tookMs: number) => {
    const sentAt = time.now()
    time.pass(tookMs)
    clock.send({ type: 'clock.measured', serverDate: sentAt, sentAt, receivedAt: time.now() })
  }
  measure(10_000)
  await know(metadata(20_000, HOUR, 2 * HOUR))
  time.pass(2000)
  measure(20)
  time.pass(7979)
  expect(phase()).toBe('upcoming')
  time.pass(21)
  expect(phase()).toBe('running')
})

test('a failure is kept, and the metadata asked for again after a delay or at once when wished', async () => {
  const { event, time, fetchMetadata, know } = start()
  fetchMetadata.last().answer.reject(new Error('The server is upset.'))
  await settled()
  expect(event.getSnapshot().value).toBe('failed')
  expect(event.getSnapshot().context.failure).toEqual({
    code: 'UNKNOWN',
    message: 'The server is upset.',
  })
  time.pass(10_000)
  expect(fetchMetadata.calls.length).toBe(2)
  fetchMetadata.last().answer.reject(new Error('Still.'))
  await settled()
  event.send({ type: 'event.retry' })
  expect(fetchMetadata.calls.length).toBe(3)
  await know(metadata(HOUR, 2 * HOUR, 3 * HOUR))
  expect(metadataOf(event.getSnapshot())?.flagPrefix).toBe('GUIDON')
  expect(event.getSnapshot().context.failure).toBe(null)
})

test('an event that is over by a clock which was wrong goes on when the clock is right', async () => {
  const { time, clock, phase, know } = start()
  await know(metadata(-3 * HOUR, -2 * HOUR, -HOUR))
  expect(phase()).toBe('over')
  const sentAt = time.now()
  clock.send({
    type: 'clock.measured',
    serverDate: sentAt - 2.5 * HOUR,
    sentAt,
    receivedAt: sentAt,
  })
  time.pass(30_000)
  expect(phase()).toBe('running')
})

test('metadata that could not be fetched is asked for every ten seconds', async () => {
  const { time, fetchMetadata } = start()
  fetchMetadata.last().answer.reject(new Error('No luck.'))
  await settled()
  time.pass(9_999)
  expect(fetchMetadata.calls.length).toBe(1)
  time.pass(1)
  expect(fetchMetadata.calls.length).toBe(2)
})

describe('while the event is paused, without a live stream', () => {
  const running = metadata(-HOUR, HOUR, 2 * HOUR)
  const paused = { ...running, isPaused: true }

  test('the metadata is read once a minute, until the pause has ended', async () => {
    const { event, time, fetchMetadata, know } = start()
    await know(paused)
    time.pass(59_999)
    expect(fetchMetadata.calls.length).toBe(1)
    time.pass(1)
    expect(fetchMetadata.calls.length).toBe(2)
    await know(paused)
    time.pass(60_000)
    expect(fetchMetadata.calls.length).toBe(3)
    await know(running)
    expect(isPaused(event.getSnapshot())).toBe(false)
    time.pass(10 * 60_000)
    expect(fetchMetadata.calls.length).toBe(3)
  })

  test('a hidden page does not read, and reads at once when it is shown', async () => {
    const { time, fetchMetadata, visibility, know } = start()
    await know(paused)
    visibility.send({ type: 'page.hidden' })
    time.pass(10 * 60_000)
    expect(fetchMetadata.calls.length).toBe(1)
    visibility.send({ type: 'page.shown' })
    expect(fetchMetadata.calls.length).toBe(2)
  })
})

test('an event that organisers extend after its end goes on within a minute, also without a live stream', async () => {
  const { time, fetchMetadata, phase, know } = start()
  await know(metadata(-HOUR, 90_000, 90_000))
  time.pass(60_000)
  time.pass(30_000)
  expect([phase(), fetchMetadata.calls.length]).toEqual(['over', 1])
  time.pass(30_000)
  expect(fetchMetadata.calls.length).toBe(2)
  await know(metadata(-2 * HOUR, 2 * HOUR, 2 * HOUR))
  expect(phase()).toBe('running')
  time.pass(10 * 60_000)
  expect(fetchMetadata.calls.length).toBe(2)
})

test('a hidden page reads an event that has ended when it is shown', async () => {
  const { time, fetchMetadata, visibility, know } = start()
  await know(metadata(-3 * HOUR, -2 * HOUR, HOUR))
  visibility.send({ type: 'page.hidden' })
  time.pass(10 * 60_000)
  expect(fetchMetadata.calls.length).toBe(1)
  visibility.send({ type: 'page.shown' })
  expect(fetchMetadata.calls.length).toBe(2)
})

test('a page that was hidden, or kept for Back, learns that its end was moved meanwhile, also without a live stream', async () => {
  const { time, fetchMetadata, visibility, phase, know } = start()
  await know(metadata(-HOUR, HOUR, HOUR))
  visibility.send({ type: 'page.hidden' })
  time.pass(10 * 60_000)
  expect(fetchMetadata.calls.length).toBe(1)
  visibility.send({ type: 'page.shown' })
  expect([phase(), fetchMetadata.calls.length]).toEqual(['running', 2])
  await know(metadata(-HOUR, 9 * 60_000, 9 * 60_000))
  expect(phase()).toBe('over')
})
