import { expect, test } from 'vitest'
import { createActor, fromCallback, type SnapshotFrom } from 'xstate'
import type {
  StreamEvent,
  TabMessage,
  TabsEvent,
  TellTabs,
} from '../../../src/machines/live/events.ts'
import { liveMachine } from '../../../src/machines/live/machine.ts'
import { isConnected } from '../../../src/machines/live/selectors.ts'
import type { StreamInput } from '../../../src/machines/live/setup.ts'
import { networkMachine } from '../../../src/machines/network/machine.ts'
import { createFakeCallback } from '../../support/fakes/calls.ts'
import { createTime } from '../../support/time.ts'

function start({ isEnabled = true } = {}) {
  const time = createTime()
  const news: unknown[] = []
  const parent = createActor(fromCallback(({ receive }) => receive(event => news.push(event))))
  parent.start()
  const network = createActor(networkMachine, { clock: time.clock }).start()
  const tabs = createFakeCallback<TabsEvent | TellTabs>()
  const inputs: StreamInput[] = []
  const reports = new Set<(event: StreamEvent) => void>()
  const stream = fromCallback<StreamEvent, StreamInput>(({ input, sendBack }) => {
    inputs.push(input)
    reports.add(sendBack)
    return () => reports.delete(sendBack)
  })
  const live = createActor(liveMachine.provide({ actors: { stream, tabs: tabs.logic as never } }), {
    clock: time.clock,
    input: { parent: parent as never, network, random: () => 0.5 },
  }).start()
  if (isEnabled) live.send({ type: 'live.enable', userId: 'alice' })
  return {
    live,
    time,
    network,
    tabs,
    inputs,
    report: (event: StreamEvent) => {
      for (const send of [...reports]) send(event)
    },
    streams: () => reports.size,
    /** The messages to the app since the last call. */
    news: () => news.splice(0),
    /** The messages to the other tabs since the last call. */
    shared: () => tabs.received.splice(0).map(event => (event as TellTabs).message as TabMessage),
    isConnected: () => isConnected(live.getSnapshot() as SnapshotFrom<typeof liveMachine>),
  }
}

const opened = { type: 'stream.opened' } as const
const ended = { type: 'stream.ended', retryAfter: 0 } as const
const lost = { type: 'news.came', topic: 'everything' }

test('a backend without a stream is asked for none', () => {
  const { tabs, streams } = start({ isEnabled: false })
  expect([tabs.running(), streams()]).toEqual([0, 0])
})

test('the tab whose turn it is opens the stream, and passes its news to app and tabs', () => {
  const { tabs, streams, report, isConnected, news, shared, inputs } = start()
  expect(streams()).toBe(0)
  tabs.send({ type: 'turn.begun' })
  expect([inputs, isConnected()]).toEqual([[{ lastId: null }], false])
  report(opened)
  expect(isConnected()).toBe(true)
  report({ type: 'stream.received', lastId: 'a.1' })
  const challenge = { categorySlug: 'web', challengeSlug: 'login' }
  report({ type: 'stream.news', topic: 'solve', challenge })
  report({ type: 'stream.news', topic: 'scoreboard' })
  expect(news()).toEqual([
    { type: 'news.came', topic: 'solve', challenge },
    { type: 'news.came', topic: 'scoreboard' },
  ])
  expect(shared()).toEqual([
    { type: 'tab.received', lastId: null },
    { type: 'tab.received', lastId: 'a.1' },
    { type: 'tab.news', topic: 'solve', challenge },
    { type: 'tab.news', topic: 'scoreboard' },
  ])
  tabs.send({ type: 'tab.asked' })
  expect(shared()).toEqual([{ type: 'tab.received', lastId: 'a.1' }])
})

test('another tab hears from that one, and relies on it while it hears something', () => {
  const { tabs, time, isConnected, news, streams } = start()
  tabs.send({ type: 'tab.received', lastId: 'a.1' })
  expect(isConnected()).toBe(true)
  tabs.send({ type: 'tab.news', topic: 'team' })
  expect(news()).toEqual([{ type: 'news.came', topic: 'team' }])
  time.pass(40_000)
  tabs.send({ type: 'tab.received', lastId: 'a.2' })
  time.pass(49_999)
  expect([isConnected(), news()]).toEqual([true, []])
  time.pass(1)
  expect([isConnected(), news(), streams()]).toEqual([false, [lost], 0])
  tabs.send({ type: 'tab.received', lastId: 'a.3' })
  tabs.send({ type: 'tab.lost' })
  expect([isConnected(), news()]).toEqual([false, [lost]])
})

test('when the tab with the stream is closed, the next one resumes it, and nothing is lost', () => {
  const { tabs, inputs, isConnected, news, report } = start()
  tabs.send({ type: 'tab.received', lastId: 'a.7' })
  tabs.send({ type: 'turn.begun' })
  expect([inputs, isConnected(), news()]).toEqual([[{ lastId: 'a.7' }], true, []])
  report(opened)
  expect([isConnected(), news()]).toEqual([true, []])
})

test('a stream that ends is resumed after the delay that the server asks for', () => {
  const { tabs, report, time, inputs, isConnected, news, streams } = start()
  tabs.send({ type: 'turn.begun' })
  report(opened)
  report({ type: 'stream.received', lastId: 'a.1', retry: 8000 })
  report(ended)
  time.pass(7999)
  expect([streams(), isConnected(), news()]).toEqual([0, true, []])
  time.pass(1)
  expect([inputs.at(-1), isConnected()]).toEqual([{ lastId: 'a.1' }, true])
  report(opened)
  expect(news()).toEqual([])
})

test('a stream of which nothing comes, since a proxy keeps it back, is not relied on', () => {
  const { tabs, report, time, streams, isConnected, news, inputs } = start()
  tabs.send({ type: 'turn.begun' })
  time.pass(49_999)
  expect([streams(), isConnected()]).toEqual([1, false])
  time.pass(1)
  expect([streams(), isConnected(), news()]).toEqual([0, false, []])
  // Twice as long with each attempt.
  time.pass(6_000)
  expect(inputs).toHaveLength(2)

  // The proxy lets go what it has, and keeps back what comes then.
  report(opened)
  time.pass(50_000)
  time.pass(3_000)
  expect([inputs.length, isConnected(), news()]).toEqual([3, true, []])
  time.pass(50_000)
  expect([streams(), isConnected(), news()]).toEqual([0, false, [lost]])
})

test('a stream that is silent for 50 seconds is opened again', () => {
  const { tabs, report, time, streams, isConnected } = start()
  tabs.send({ type: 'turn.begun' })
  report(opened)
  time.pass(40_000)
  report({ type: 'stream.received', lastId: 'a.1' })
  time.pass(49_999)
  expect(streams()).toBe(1)
  time.pass(1)
  expect([streams(), isConnected()]).toEqual([0, true])
  time.pass(3000)
  expect(streams()).toBe(1)
})

test('if it cannot be opened again, the app reads everything and polls, once', () => {
  const { tabs, report, time, isConnected, news, shared, streams } = start()
  tabs.send({ type: 'turn.begun' })
  report(opened)
  report(ended)
  time.pass(3000)
  shared()
  report(ended)
  expect([isConnected(), news(), shared()]).toEqual([false, [lost], [{ type: 'tab.lost' }]])
  for (const delay of [6000, 12_000, 24_000, 48_000, 60_000, 60_000]) {
    time.pass(delay - 1)
    expect(streams()).toBe(0)
    time.pass(1)
    expect(streams()).toBe(1)
    report(ended)
  }
  expect(news()).toEqual([])
  time.pass(60_000)
  report(opened)
  expect(isConnected()).toBe(true)
  // The next loss begins with a short delay.
  report(ended)
  time.pass(3000)
  expect(streams()).toBe(1)
})

test('a refusal that asks to wait is obeyed', () => {
  const { tabs, report, time, streams } = start()
  tabs.send({ type: 'turn.begun' })
  report({ type: 'stream.ended', retryAfter: 90_000 })
  time.pass(89_999)
  expect(streams()).toBe(0)
  time.pass(1)
  expect(streams()).toBe(1)
})

test('without a network no stream is asked for, and soon after it is back one is', () => {
  const { tabs, report, time, network, streams, isConnected, news } = start()
  tabs.send({ type: 'turn.begun' })
  report(opened)
  report(ended)
  network.send({ type: 'request.failed', id: 1 })
  time.pass(3000)
  expect([streams(), isConnected(), news()]).toEqual([0, false, [lost]])
  time.pass(30_000)
  expect(streams()).toBe(0)
  network.send({ type: 'request.succeeded', id: 1 })
  time.pass(3000)
  expect(streams()).toBe(1)
})

test('a page that the browser freezes gives the stream to another tab', () => {
  const { tabs, report, streams, isConnected, time } = start()
  tabs.send({ type: 'turn.begun' })
  report(opened)
  tabs.send({ type: 'turn.ended' })
  time.pass(600_000)
  expect([streams(), isConnected()]).toEqual([0, false])
  tabs.send({ type: 'tab.received', lastId: 'a.1' })
  expect(isConnected()).toBe(true)
})

test('a tab that takes over resumes after the newest event that it knows', () => {
  const { tabs, inputs } = start()
  tabs.send({ type: 'tab.received', lastId: 'a.1' })
  tabs.send({ type: 'tab.received', lastId: 'a.2' })
  tabs.send({ type: 'turn.begun' })
  expect(inputs).toEqual([{ lastId: 'a.2' }])
})

test('a tab that takes over says so if it cannot resume', () => {
  const { tabs, report, news, isConnected } = start()
  tabs.send({ type: 'tab.received', lastId: 'a.1' })
  tabs.send({ type: 'turn.begun' })
  expect(isConnected()).toBe(true)
  report(ended)
  expect([isConnected(), news()]).toEqual([false, [lost]])
})

test('news of a stream that was resumed are passed on', () => {
  const { tabs, report, news } = start()
  tabs.send({ type: 'tab.received', lastId: 'a.1' })
  tabs.send({ type: 'turn.begun' })
  report(opened)
  report({ type: 'stream.news', topic: 'scoreboard' })
  expect(news()).toEqual([{ type: 'news.came', topic: 'scoreboard' }])
})
