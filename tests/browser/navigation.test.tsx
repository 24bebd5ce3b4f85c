import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import { navigation } from '../../src/browser/navigation.ts'

test('a page is one entry of the history, however often it is opened', () => {
  history.replaceState(null, '', '/scoreboard')
  const actor = createActor(navigation).start()
  const before = history.length
  actor.send({ type: 'navigate', path: '/scoreboard', replace: false })
  expect(history.length).toBe(before)
  actor.send({ type: 'navigate', path: '/my-team', replace: false })
  expect([history.length, location.pathname]).toEqual([before + 1, '/my-team'])
  actor.send({ type: 'navigate', path: '/', replace: true })
  expect([history.length, location.pathname]).toEqual([before + 1, '/'])
  actor.stop()
})
