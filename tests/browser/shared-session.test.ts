// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import { createActor, setup } from 'xstate'
import { sharedSession } from '../../src/api/sign-in/shared-session.ts'
import { signedOut } from '../../src/api/sign-in/signed-out.ts'

afterEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
  sessionStorage.clear()
})

/** Records what the session hears of other tabs. */
function listen() {
  const heard: string[] = []
  const config = { oidcIssuerUrl: 'https://id.example', oidcClientId: 'app' }
  const machine = setup({ actors: { sharedSession: sharedSession(config) } }).createMachine({
    invoke: { src: 'sharedSession' },
    on: { '*': { actions: ({ event }) => heard.push(event.type) } },
  })
  return { heard, actor: createActor(machine).start() }
}

/** What the browser tells this tab if another one makes this change. */
function inOtherTab(change: () => void) {
  const before = { ...localStorage }
  change()
  for (const key of new Set([...Object.keys(before), ...Object.keys(localStorage)])) {
    const [oldValue, newValue] = [before[key] ?? null, localStorage.getItem(key)]
    if (oldValue === newValue) continue
    dispatchEvent(new StorageEvent('storage', { key, oldValue, newValue }))
  }
}

test('a sign-out in another tab is heard, and a sign-in of somebody else there, and no setting', () => {
  const ending = 'session.ending'
  signedOut.end('alice')
  const { heard, actor } = listen()
  inOtherTab(() => localStorage.setItem('lang', 'de'))
  expect(heard).toEqual([])
  inOtherTab(() => signedOut.end('bob'))
  expect(heard).toEqual([ending])
  inOtherTab(() => signedOut.begin())
  expect(heard).toEqual([ending, ending])
  actor.stop()
})

test('who deletes the data of the site in another tab is not signed out here', () => {
  signedOut.end('alice')
  const { heard, actor } = listen()
  inOtherTab(() => localStorage.clear())
  expect(heard).toEqual([])
  actor.stop()
})

test('a sign-out in another tab deletes the tokens of links in this one, too', () => {
  const { actor } = listen()
  for (const key of ['guidon.invitation', 'guidon.view']) sessionStorage.setItem(key, 'secret')
  inOtherTab(() => signedOut.begin())
  expect({ ...sessionStorage }).toEqual({})
  actor.stop()
})

test('other tabs are not listened to once the session has ended', () => {
  const added = vi.spyOn(window, 'addEventListener')
  const removed = vi.spyOn(window, 'removeEventListener')
  const { actor } = listen()
  expect(added.mock.calls.length).toBe(1)
  actor.stop()
  expect(removed.mock.calls).toEqual(added.mock.calls)
})
