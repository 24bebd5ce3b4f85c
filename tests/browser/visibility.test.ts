// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createActor, setup } from 'xstate'
import { visibility } from '../../src/browser/visibility.ts'

let isHidden = false

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => isHidden)
})
afterEach(() => {
  isHidden = false
  vi.useRealTimers()
  vi.restoreAllMocks()
})

function turn(hidden: boolean) {
  isHidden = hidden
  document.dispatchEvent(new Event('visibilitychange'))
}

/** Records what an actor receives. */
function listen() {
  const heard: string[] = []
  const machine = setup({ actors: { visibility } }).createMachine({
    invoke: { src: 'visibility' },
    on: { '*': { actions: ({ event }) => heard.push(event.type) } },
  })
  const actor = createActor(machine).start()
  return { heard, actor }
}

test('a page that is shown again is reported in a task of its own', () => {
  const { heard, actor } = listen()
  turn(true)
  turn(false)
  expect(heard).toEqual(['page.hidden'])
  vi.runAllTimers()
  expect(heard).toEqual(['page.hidden', 'page.shown'])
  actor.stop()
})

test('a page that is hidden again at once was not shown', () => {
  const { heard, actor } = listen()
  turn(false)
  turn(true)
  vi.runAllTimers()
  expect(heard).toEqual(['page.hidden'])
  actor.stop()
})

test('a page that is hidden at first is reported at once', () => {
  isHidden = true
  expect(listen().heard).toEqual(['page.hidden'])
})
