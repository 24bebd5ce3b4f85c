// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type AnyActorLogic, createActor } from 'xstate'
import { sharedSession } from '../../src/api/sign-in/shared-session.ts'
import { build } from '../../src/browser/files/build.ts'
import { liveTabs } from '../../src/browser/live-tabs.ts'
import { markStore } from '../../src/browser/marks.ts'
import { navigation } from '../../src/browser/navigation.ts'
import { invitationStore, viewStore } from '../../src/browser/opened-links.ts'
import { shortcut } from '../../src/browser/shortcut.ts'
import { visibility } from '../../src/browser/visibility.ts'

/** What listens, to which event: each gets in by `addEventListener`, and out by `removeEventListener`. */
const listeners = new Map<unknown, string>()
let channels = 0

class Channel {
  onmessage = null
  constructor() {
    channels += 1
  }
  postMessage() {}
  close() {
    channels -= 1
  }
}

beforeEach(() => {
  listeners.clear()
  channels = 0
  vi.stubGlobal('BroadcastChannel', Channel)
  for (const target of [window, document]) {
    vi.spyOn(target, 'addEventListener').mockImplementation((type: string, listener: unknown) => {
      listeners.set(listener, type)
    })
    vi.spyOn(target, 'removeEventListener').mockImplementation(
      (_: string, listener: unknown) => void listeners.delete(listener),
    )
  }
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const client = { oidcIssuerUrl: 'https://login.example', oidcClientId: 'guidon' }
const locks = { request: () => new Promise(() => {}) }

test.each<readonly [string, AnyActorLogic, unknown, object]>([
  ['the address of the page', navigation, undefined, {}],
  ['whether the page is visible', visibility, undefined, {}],
  ['the shortcut of the palette', shortcut, undefined, {}],
  ['links to teams', invitationStore, undefined, {}],
  ['links to desktops', viewStore, undefined, {}],
  ['read announcements', markStore, { userId: 'ada' }, {}],
  ['parts that failed', build.partFailures, undefined, {}],
  ['the session of other tabs', sharedSession(client), undefined, {}],
  ['the turn for the stream', liveTabs, { userId: 'ada' }, { locks }],
  ['the turn for the stream without locks', liveTabs, { userId: 'ada' }, {}],
])('nothing listens any more for %s once its actor has stopped', (_, logic, input, navigator) => {
  vi.stubGlobal('navigator', navigator)
  const actor = createActor(logic, { input }).start()
  expect(listeners.size).toBeGreaterThan(0)
  actor.stop()
  expect([[...listeners.values()], channels]).toEqual([[], 0])
})
