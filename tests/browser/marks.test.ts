import { afterEach, expect, test, vi } from 'vitest'
import { createActor, setup } from 'xstate'
import { markStore } from '../../src/browser/marks.ts'
import type { Marks, MarksLoaded } from '../../src/machines/announcements/events.ts'

const KEY = 'guidon.announcements:ada'
const marks: Marks = { read: ['a'], shown: ['a', 'b'] }

afterEach(() => vi.unstubAllGlobals())

/** A tab with these values in its storage; `follow` reports a change that another tab made. */
function open(stored: Record<string, string> = {}) {
  const values = new Map(Object.entries(stored))
  let follow: (event: unknown) => void = () => {}
  let isFollowed = true
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => values.set(key, value),
  })
  vi.stubGlobal('addEventListener', (_: string, listener: typeof follow) => {
    follow = listener
  })
  vi.stubGlobal('removeEventListener', (_: string, listener: typeof follow) => {
    if (listener === follow) isFollowed = false
  })
  const loaded: Marks[] = []
  const owner = createActor(
    setup({ types: { events: {} as MarksLoaded }, actors: { markStore } }).createMachine({
      invoke: { src: 'markStore', id: 'keep', input: { userId: 'ada' } },
      on: { 'marks.loaded': { actions: ({ event }) => loaded.push(event.marks) } },
    }),
  ).start()
  return {
    loaded,
    values,
    owner,
    isFollowed: () => isFollowed,
    keep: (next: Marks) =>
      owner.getSnapshot().children.keep?.send({ type: 'marks.changed', marks: next } as never),
    follow: (key: string, newValue: string | null) => follow({ key, newValue }),
  }
}

test('stored marks are read at the start', () => {
  expect(open({ [KEY]: JSON.stringify(marks) }).loaded).toEqual([marks])
})

test.each(['', 'null', '{"read":1}'])('what is not marks is left out: %j', text => {
  expect(open({ [KEY]: text }).loaded).toEqual([])
})

test('marks are kept for this user', () => {
  const { values, keep } = open()
  keep(marks)
  expect([...values]).toEqual([[KEY, JSON.stringify(marks)]])
})

test('changes of another tab are followed, those of another user are not', () => {
  const { loaded, follow } = open()
  follow('guidon.announcements:bob', JSON.stringify({ read: ['x'], shown: [] }))
  follow(KEY, null)
  expect(loaded).toEqual([])
  follow(KEY, JSON.stringify(marks))
  expect(loaded).toEqual([marks])
})

test('after a sign-out, other tabs are not followed', () => {
  const { owner, isFollowed } = open()
  owner.stop()
  expect(isFollowed()).toBe(false)
})
