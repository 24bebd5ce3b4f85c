import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import type { Announcements } from '../../../src/api/contract.ts'
import type { Facts } from '../../../src/domain/facts.ts'
import type { Marks, MarksLoaded } from '../../../src/machines/announcements/events.ts'
import { announcementsMachine } from '../../../src/machines/announcements/machine.ts'
import {
  isFresh,
  listOf,
  toastCount,
  toastOf,
  unreadCount,
} from '../../../src/machines/announcements/selectors.ts'
import { listResource } from '../../../src/machines/announcements/setup.ts'
import type { PageVisibility } from '../../../src/machines/page-visibility.ts'
import { announcement, facts } from '../../models/data.ts'
import {
  createFakeCallback,
  createFakeParent,
  createFakePromise,
} from '../../support/fakes/calls.ts'
import { createClockActor, createTime, settled } from '../../support/time.ts'

const SECOND = 1000
const offered = facts({ extensions: ['announcements'] })

interface Begin {
  readonly facts?: Facts
  readonly isNotifying?: boolean | (() => boolean)
  readonly stored?: Partial<Marks>
}

function begin({ facts = offered, isNotifying = true, stored }: Begin = {}) {
  const time = createTime()
  const fetch = createFakePromise<Announcements, undefined>()
  const keep = createFakeCallback<MarksLoaded>()
  const visibility = createFakeCallback<PageVisibility>()
  const reported: unknown[] = []
  const parent = createFakeParent(event => reported.push(event))
  const users: string[] = []
  const announcements = createActor(
    announcementsMachine.provide({
      actors: {
        list: listResource.provide({
          actors: { fetch: fetch.logic as never, visibility: visibility.logic },
        }),
        markStore: keep.logic as never,
        visibility: visibility.logic,
      },
    }),
    {
      clock: time.clock,
      input: {
        clock: createClockActor(time),
        random: () => 0.5,
        parent: parent as never,
        userId: () => {
          users.push('ada')
          return 'ada'
        },
        isNotifying: typeof isNotifying === 'function' ? isNotifying : () => isNotifying,
      },
    },
  ).start()
  announcements.send({ type: 'facts.changed', facts })
  if (stored) {
    keep.send({ type: 'marks.loaded', marks: { read: [], shown: [], ...stored } })
  }
  const snapshot = () => announcements.getSnapshot()
  const say = async (...ids: readonly string[]) => {
    const all = ids.map(id => announcement(id, id.startsWith('!') ? 'high' : 'normal'))
    fetch.last().answer.resolve({ announcements: all })
    await settled()
  }
  return {
    announcements,
    fetch,
    keep,
    visibility,
    reported,
    time,
    say,
    users,
    /** Answers the next poll with these. */
    hear: async (...ids: readonly string[]) => {
      const calls = fetch.calls.length
      announcements.send({ type: 'resource.refresh' })
      if (fetch.calls.length === calls) throw new Error('Nothing was asked.')
      await say(...ids)
    },
    pass: async (seconds: number) => {
      for (let second = 0; second < seconds; second++) {
        time.pass(SECOND)
        await settled()
      }
    },
    unread: () => unreadCount(snapshot()),
    toast: () => toastOf(snapshot())?.id,
    toasts: () => toastCount(snapshot()),
    fresh: (id: string) => isFresh(snapshot(), id),
    stored: () => (keep.received.at(-1) as { marks: Marks } | undefined)?.marks,
    missed: () =>
      reported.flatMap(event =>
        (event as { announcements: { id: string }[] }).announcements.map(({ id }) => id),
      ),
  }
}

test('a backend without announcements is not asked for them', () => {
  const { fetch, announcements } = begin({ facts: facts() })
  expect(fetch.calls.length).toBe(0)
  expect(listOf(announcements.getSnapshot())).toBe(undefined)
})

test('nothing is asked before it is known who is signed in', () => {
  const { fetch, announcements, users } = begin({ facts: { ...offered, isReady: false } })
  expect([fetch.calls.length, users]).toEqual([0, []])
  announcements.send({ type: 'facts.changed', facts: offered })
  expect([fetch.calls.length, users]).toEqual([1, ['ada']])
})

test('they are asked for every 10 s, and at once if that is asked for', async () => {
  const { fetch, say, pass, announcements } = begin()
  await say('a')
  await pass(9)
  expect(fetch.calls.length).toBe(1)
  await pass(1)
  expect(fetch.calls.length).toBe(2)
  await say('a')
  announcements.send({ type: 'resource.refresh' })
  expect(fetch.calls.length).toBe(3)
})

test('announcements that were there at the start are unread, and have no toast', async () => {
  const { say, unread, toast } = begin()
  await say('b', 'a')
  expect([unread(), toast()]).toEqual([2, undefined])
})

test('announcements that this browser remembers as read are not unread', async () => {
  const { say, unread } = begin({ stored: { read: ['a'] } })
  await say('b', 'a')
  expect(unread()).toBe(1)
})

test('a new one is unread and has a toast, which all tabs remember', async () => {
  const { say, hear, unread, toast, stored } = begin({ stored: { read: ['a'] } })
  await say('a')
  await hear('b', 'a')
  expect([unread(), toast(), stored()?.shown]).toEqual([1, 'b', ['b']])
})

test('a corrected one is not new', async () => {
  const { say, hear, toast } = begin()
  await say('a')
  await hear('a')
  expect(toast()).toBe(undefined)
})

test('the toast ends after 15 s; the announcement stays unread', async () => {
  const { say, hear, pass, toast, unread } = begin({ stored: { read: ['a'] } })
  await say('a')
  await hear('b', 'a')
  await pass(14)
  expect(toast()).toBe('b')
  await pass(1)
  expect([toast(), unread()]).toEqual([undefined, 1])
})

test('an important one stays until the user closes it', async () => {
  const { say, hear, pass, toast, announcements } = begin()
  await say()
  await hear('!b')
  await pass(3600)
  expect(toast()).toBe('!b')
  announcements.send({ type: 'toast.dismissed' })
  expect(toast()).toBe(undefined)
})

test('a toast stays while the pointer or the focus is on it, and begins again after that', async () => {
  const { say, hear, pass, toast, announcements } = begin()
  await say()
  await hear('b')
  await pass(10)
  announcements.send({ type: 'toast.touched' })
  await pass(60)
  expect(toast()).toBe('b')
  announcements.send({ type: 'toast.released' })
  await pass(14)
  expect(toast()).toBe('b')
  await pass(1)
  expect(toast()).toBe(undefined)
})

test('a second one joins the toast, which begins again; an important one goes first', async () => {
  const { say, hear, pass, toast, toasts } = begin()
  await say()
  await hear('b')
  await pass(8)
  await hear('c', 'b')
  expect([toast(), toasts()]).toEqual(['c', 2])
  await pass(9)
  expect(toast()).toBe('c')
  await hear('d', '!c2', 'c', 'b')
  expect([toast(), toasts()]).toEqual(['!c2', 4])
})

test('a toast that was closed does not come again with the next one', async () => {
  const { say, hear, announcements, toast, toasts } = begin()
  await say()
  await hear('b')
  announcements.send({ type: 'toast.dismissed' })
  await hear('c', 'b')
  expect([toast(), toasts()]).toEqual(['c', 1])
})

test('if an important one is taken back, the toast of the others ends after 15 s', async () => {
  const { say, hear, pass, toast } = begin()
  await say('a')
  await hear('a', 'b', '!c')
  await pass(20)
  expect(toast()).toBe('!c')
  // The answer of a poll.
  await say('a', 'b')
  await pass(14)
  expect(toast()).toBe('b')
  await pass(2)
  expect(toast()).toBe(undefined)
})

test('the toast of the others stays while the pointer is on it', async () => {
  const { say, hear, pass, toast, announcements } = begin()
  await say('a')
  await hear('a', 'b', '!c')
  await pass(20)
  announcements.send({ type: 'toast.touched' })
  // The answer of a poll.
  await say('a', 'b')
  await pass(20)
  expect(toast()).toBe('b')
  announcements.send({ type: 'toast.released' })
  await pass(14)
  expect(toast()).toBe('b')
  await pass(2)
  expect(toast()).toBe(undefined)
})

test('the toast of the others stays while its tab is hidden', async () => {
  const { say, hear, pass, toast, visibility } = begin()
  await say('a')
  await hear('a', 'b', '!c')
  await pass(20)
  visibility.send({ type: 'page.hidden' })
  // The answer of a poll.
  await say('a', 'b')
  await pass(20)
  expect(toast()).toBe('b')
  visibility.send({ type: 'page.shown' })
  await pass(14)
  expect(toast()).toBe('b')
  await pass(2)
  expect(toast()).toBe(undefined)
})

test('one that the organisers take back leaves toast and count', async () => {
  const { say, hear, toast, unread } = begin()
  await say()
  await hear('b')
  await hear()
  expect([toast(), unread()]).toEqual([undefined, 0])
})

test('their page makes all read, and marks those that were not until it is left', async () => {
  const { say, unread, fresh, stored, announcements } = begin({ stored: { read: ['a'] } })
  await say('b', 'a')
  announcements.send({ type: 'page.entered' })
  expect([unread(), fresh('b'), fresh('a'), stored()?.read]).toEqual([0, true, false, ['a', 'b']])
  announcements.send({ type: 'page.left' })
  expect(fresh('b')).toBe(false)
})

test('on their page a new one is read at once, without a toast', async () => {
  const { say, hear, unread, toast, fresh, announcements } = begin()
  announcements.send({ type: 'page.entered' })
  await say('a')
  await hear('b', 'a')
  expect([unread(), toast(), fresh('a'), fresh('b')]).toEqual([0, undefined, true, true])
})

test('their page does not read in a hidden tab', async () => {
  const { say, hear, unread, toast, visibility, announcements } = begin()
  await say('a')
  announcements.send({ type: 'page.entered' })
  visibility.send({ type: 'page.hidden' })
  await hear('b', 'a')
  expect(unread()).toBe(1)
  visibility.send({ type: 'page.shown' })
  expect([unread(), toast()]).toEqual([0, undefined])
})

test('announcements that another tab has read are read here, and their toasts end', async () => {
  const { say, hear, unread, toast, keep } = begin()
  await say()
  await hear('b')
  keep.send({ type: 'marks.loaded', marks: { read: ['b'], shown: ['b'] } })
  expect([unread(), toast()]).toEqual([0, undefined])
})

test('announcements that another tab has read are not forgotten by this one', async () => {
  const { say, keep, stored, announcements } = begin()
  await say('a')
  keep.send({ type: 'marks.loaded', marks: { read: ['from another tab'], shown: [] } })
  announcements.send({ type: 'page.entered' })
  expect(stored()?.read).toEqual(['from another tab', 'a'])
})

test('a browser remembers the last 500', async () => {
  const read = Array.from({ length: 500 }, (_, index) => `old ${index}`)
  const { say, stored, announcements } = begin({ stored: { read } })
  await say('a')
  announcements.send({ type: 'page.entered' })
  expect([stored()?.read.length, stored()?.read[0], stored()?.read.at(-1)]).toEqual([
    500,
    'old 1',
    'a',
  ])
})

test('a hidden tab that may notify asks once a minute', async () => {
  const { say, pass, fetch, visibility } = begin()
  await say()
  visibility.send({ type: 'page.hidden' })
  await pass(59)
  expect(fetch.calls.length).toBe(1)
  await pass(1)
  expect(fetch.calls.length).toBe(2)
  await say()
  // After each answer, the list checks again whether the page is hidden.
  visibility.send({ type: 'page.hidden' })
  await pass(59)
  expect(fetch.calls.length).toBe(2)
  await pass(1)
  expect(fetch.calls.length).toBe(3)
})

test('a hidden tab that may not notify does not ask', async () => {
  const { say, pass, fetch, visibility } = begin({ isNotifying: false })
  await say()
  visibility.send({ type: 'page.hidden' })
  await pass(600)
  expect(fetch.calls.length).toBe(1)
  visibility.send({ type: 'page.shown' })
  expect(fetch.calls.length).toBe(2)
})

test('a hidden tab notifies a moment later, once; a visible one does not', async () => {
  const { say, hear, pass, visibility, missed, stored } = begin()
  await say()
  await hear('a')
  await pass(5)
  expect(missed()).toEqual([])
  visibility.send({ type: 'page.hidden' })
  await hear('b', 'a')
  await pass(1)
  expect(missed()).toEqual([])
  await pass(1)
  expect([missed(), stored()?.shown]).toEqual([['b'], ['a', 'b']])
  await pass(30)
  expect(missed()).toEqual(['b'])
})

test.each<[string, Partial<Marks>]>([
  ['shown', { shown: ['b'] }],
  ['read', { read: ['b'] }],
])('a hidden tab does not notify of what another tab has %s meanwhile', async (_, marks) => {
  const { say, hear, pass, visibility, missed, keep } = begin()
  await say()
  visibility.send({ type: 'page.hidden' })
  await hear('b')
  keep.send({ type: 'marks.loaded', marks: { read: [], shown: [], ...marks } })
  await pass(10)
  expect(missed()).toEqual([])
})

test('a user who comes back before the notification sees the toast instead', async () => {
  const { say, hear, pass, visibility, missed, toast } = begin()
  await say()
  visibility.send({ type: 'page.hidden' })
  await hear('b')
  visibility.send({ type: 'page.shown' })
  await pass(5)
  expect([missed(), toast()]).toEqual([[], 'b'])
})

test('the toast of a hidden tab waits until the tab is visible', async () => {
  const { say, hear, pass, visibility, toast } = begin()
  await say()
  visibility.send({ type: 'page.hidden' })
  await hear('b')
  await pass(50)
  expect(toast()).toBe('b')
  visibility.send({ type: 'page.shown' })
  await pass(14)
  expect(toast()).toBe('b')
  await pass(1)
  expect(toast()).toBe(undefined)
})

test('a toast does not end while its tab is hidden', async () => {
  const { say, hear, pass, visibility, toast } = begin()
  await say()
  await hear('b')
  visibility.send({ type: 'page.hidden' })
  await pass(50)
  expect(toast()).toBe('b')
})

test('a toast that has ended does not come again with the next one', async () => {
  const { say, hear, pass, toasts } = begin()
  await say()
  await hear('b')
  await pass(15)
  // Meanwhile the list has polled by itself.
  await say('c', 'b')
  expect(toasts()).toBe(1)
})

test('announcements that come after their page was left are unread', async () => {
  const { say, hear, unread, announcements } = begin()
  announcements.send({ type: 'page.entered' })
  await say('a')
  announcements.send({ type: 'page.left' })
  await hear('b', 'a')
  expect(unread()).toBe(1)
})

test('a hidden tab notifies of what its own poll brings, and of the next one, too', async () => {
  const { say, hear, pass, visibility, missed } = begin()
  await say()
  visibility.send({ type: 'page.hidden' })
  await pass(60)
  await say('a')
  await pass(5)
  await hear('b', 'a')
  await pass(5)
  expect(missed()).toEqual(['a', 'b'])
})

test('a hidden tab asks as soon as it may notify, and reads nothing until then', async () => {
  let isNotifying = false
  const { say, hear, pass, fetch, visibility, unread, announcements } = begin({
    isNotifying: () => isNotifying,
  })
  await say()
  announcements.send({ type: 'page.entered' })
  visibility.send({ type: 'page.hidden' })
  await pass(120)
  await hear('a')
  visibility.send({ type: 'page.hidden' })
  expect(unread()).toBe(1)
  const calls = fetch.calls.length
  isNotifying = true
  await pass(60)
  expect(fetch.calls.length).toBe(calls + 1)
})
