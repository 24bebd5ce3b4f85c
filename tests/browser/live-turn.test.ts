// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { whileLocked } from '../../src/browser/live-turn.ts'
import { settled } from '../support/time.ts'

const heard: string[] = []
let leave = () => {}

beforeEach(async () => {
  // No other tab has the lock.
  const request = async (_: string, { signal }: LockOptions, hold: () => unknown) => {
    await null
    signal?.throwIfAborted()
    return hold()
  }
  vi.stubGlobal('navigator', { locks: { request } })
  heard.length = 0
  leave = whileLocked('guidon.live ada', ({ type }) => heard.push(type))
  await settled()
})
afterEach(() => {
  leave()
  vi.unstubAllGlobals()
})

const shown = (persisted: boolean) => new PageTransitionEvent('pageshow', { persisted })

test.each([
  ['is left, and comes back as it was', () => window, new Event('pagehide'), shown(true)],
  ['the browser freezes', () => document, new Event('freeze'), new Event('resume')],
])('a page that %s gives the stream away meanwhile', async (_, target, goes, returns) => {
  target().dispatchEvent(goes)
  expect(heard).toEqual(['turn.begun', 'turn.ended'])
  target().dispatchEvent(returns)
  await settled()
  expect(heard.at(-1)).toBe('turn.begun')
})

test('a page that is shown for the first time keeps the stream that it has', async () => {
  window.dispatchEvent(shown(false))
  await settled()
  expect(heard).toEqual(['turn.begun'])
})

test('a lock that comes when the page has been left begins no turn', async () => {
  let grant: () => unknown = () => {}
  const request = async (_: string, __: LockOptions, hold: () => unknown) => {
    grant = hold
  }
  vi.stubGlobal('navigator', { locks: { request } })
  const said: string[] = []
  const leaveAtOnce = whileLocked('guidon.live bob', ({ type }) => said.push(type))
  leaveAtOnce()
  expect([grant(), said]).toEqual([undefined, []])
})
