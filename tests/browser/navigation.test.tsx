import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Actor, createActor, createMachine } from 'xstate'
import { navigation } from '../../src/browser/navigation.ts'

/** The paths that the navigation has reported. */
let reported: string[]
let parent: Actor<ReturnType<typeof createParent>>

const createParent = () =>
  createMachine({
    invoke: { src: navigation, id: 'navigation' },
    on: { 'location.changed': { actions: ({ event }) => reported.push(event.path) } },
  })

const open = (path: `/${string}`, replace = false) =>
  parent.getSnapshot().children.navigation?.send({ type: 'navigate', path, replace })

const popped = () => new Promise(resolve => addEventListener('popstate', resolve, { once: true }))

beforeEach(() => {
  // A new entry, since tests of other files may have gone back: then the next page would take an entry's place.
  history.pushState(null, '', '/scoreboard?page=2#row')
  reported = []
  parent = createActor(createParent()).start()
})
afterEach(() => parent.stop())

test('it reports where the browser is, without the fragment', () =>
  expect(reported).toEqual(['/scoreboard?page=2']))

test('a page is one entry of the history, however often it is opened', () => {
  const before = history.length
  open('/scoreboard?page=2')
  expect(history.length).toBe(before)
  open('/my-team')
  expect([history.length, location.pathname]).toEqual([before + 1, '/my-team'])
  open('/', true)
  expect([history.length, location.pathname]).toEqual([before + 1, '/'])
  expect(reported).toEqual(['/scoreboard?page=2', '/my-team', '/'])
})

test('it reports back and forward, until it ends', async () => {
  open('/my-team')
  reported = []
  history.back()
  await popped()
  history.forward()
  await popped()
  expect(reported).toEqual(['/scoreboard?page=2', '/my-team'])
  parent.stop()
  history.back()
  await popped()
  expect(reported).toHaveLength(2)
})
