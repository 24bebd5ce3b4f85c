import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import type { DesktopView } from '../../../src/api/contract.ts'
import type { ViewOpened } from '../../../src/machines/desktop-view/events.ts'
import {
  desktopViewMachine,
  sharedDesktopResource,
} from '../../../src/machines/desktop-view/machine.ts'
import { ownerOf, shownView, viewUrlOf } from '../../../src/machines/desktop-view/selectors.ts'
import type { FrameEvent } from '../../../src/machines/flugzeug/events.ts'
import type { PageVisibility } from '../../../src/machines/page-visibility.ts'
import type { ResourceSubject } from '../../../src/machines/resource/machine.ts'
import { createFakeCallback, createFakePromise } from '../../support/fakes/calls.ts'
import { createClockActor, createTime, settled } from '../../support/time.ts'

const url = (ticket: string) => `https://ctf.example/desktop.html?desktop=1&view#ticket=${ticket}`
const shared = (ticket = 'a'): DesktopView => ({ username: 'alice', url: url(ticket) })

function start() {
  const time = createTime()
  const fetch = createFakePromise<DesktopView | null, ResourceSubject | undefined>()
  const visibility = createFakeCallback<PageVisibility>()
  const store = createFakeCallback<ViewOpened>()
  const frame = createFakeCallback<FrameEvent>()
  const actor = createActor(
    desktopViewMachine.provide({
      actors: {
        viewStore: store.logic as never,
        viewFrame: frame.logic as never,
        sharedDesktop: sharedDesktopResource.provide({
          actors: { fetch: fetch.logic, visibility: visibility.logic },
        }),
      },
    }),
    { clock: time.clock, input: { clock: createClockActor(time), random: () => 0.5 } },
  ).start()
  const open = (token = 'token') => store.send({ type: 'view.opened', token })
  const answer = async (view: DesktopView | null) => {
    fetch.last().answer.resolve(view)
    await settled()
  }
  const now = () => shownView(actor.getSnapshot())
  const shownUrl = () => viewUrlOf(actor.getSnapshot())
  return { time, actor, fetch, store, frame, open, answer, now, shownUrl }
}

test('without a link nothing is read', () => {
  const { fetch, now, time } = start()
  time.pass(60_000)
  expect([now(), fetch.calls.length]).toEqual(['none', 0])
})

test('a link is read by its token, and shown until its owner ends it', async () => {
  const { actor, open, answer, now, shownUrl, fetch, time } = start()
  open()
  expect([now(), fetch.last().input]).toEqual(['loading', { token: 'token' }])
  await answer(shared())
  expect([now(), ownerOf(actor.getSnapshot()), shownUrl()]).toEqual(['shown', 'alice', url('a')])
  time.pass(10_000)
  // Another ticket would load the iframe again.
  await answer(shared('b'))
  expect(shownUrl()).toBe(url('a'))
  time.pass(10_000)
  await answer(null)
  expect(now()).toBe('gone')
  time.pass(60_000)
  expect(fetch.calls).toHaveLength(3)
})

test('a new link leaves the store of links as it is, which would report the link again', () => {
  const { open, store } = start()
  open()
  open('another')
  expect(store.begun()).toBe(1)
})

test('a link that shows nothing to this user says so, once', async () => {
  const { open, answer, now, store } = start()
  open()
  await answer(null)
  expect([now(), store.received]).toEqual(['gone', [{ type: 'view.used' }]])
})

test('an address that is not a page is not shown', async () => {
  const { open, answer, now } = start()
  open()
  await answer({ username: 'alice', url: 'javascript:alert(1)' })
  expect(now()).toBe('gone')
})

test('a read that fails is tried again, and what is seen stays', async () => {
  const { open, answer, now, fetch, actor, time } = start()
  open()
  fetch.last().answer.reject(new Error('no'))
  await settled()
  expect(now()).toBe('failed')
  actor.send({ type: 'view.retry' })
  await answer(shared())
  expect(now()).toBe('shown')
  time.pass(10_000)
  fetch.last().answer.reject(new Error('no'))
  await settled()
  expect(now()).toBe('shown')
})

test('the iframe gets a new ticket when it asks, and fills the screen', async () => {
  const { open, answer, frame, fetch } = start()
  open()
  await answer(shared())
  frame.send({ type: 'desktop.ticketRequested' })
  expect(fetch.calls).toHaveLength(2)
  await answer(shared('b'))
  frame.send({ type: 'fullscreen.toggle' })
  frame.send({ type: 'focus.left' })
  expect(frame.received).toEqual([
    { type: 'ticket.give', url: url('b') },
    { type: 'fullscreen.toggle' },
    { type: 'focus.take' },
  ])
})

test('a desktop that ended is read at once', async () => {
  const { open, answer, frame, fetch, now } = start()
  open()
  await answer(shared())
  frame.send({ type: 'desktop.ended' })
  expect(fetch.calls).toHaveLength(2)
  await answer(null)
  expect(now()).toBe('gone')
})

test("leaving it leads to the user's own desktop, also after a reload; another link takes its place", async () => {
  const { actor, open, answer, store, now, fetch } = start()
  open()
  await answer(shared())
  open('another')
  expect([now(), fetch.last().input]).toEqual(['loading', { token: 'another' }])
  await answer(shared('b'))
  actor.send({ type: 'view.leave' })
  expect([now(), store.received]).toEqual(['none', [{ type: 'view.used' }]])
})
