// @vitest-environment jsdom
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { renewInTurn } from '../../src/api/sign-in/renewal-turn.ts'
import { storedSessionKey } from '../../src/api/sign-in/session-key.ts'
import { onRenewals } from '../../src/api/sign-in/shared-session.ts'
import { eventually } from '../support/eventually.ts'

const config = { oidcIssuerUrl: 'https://id.example', oidcClientId: 'app' }
const key = storedSessionKey(config)
const sessionWith = (refresh: string) => JSON.stringify({ refresh_token: refresh })
const keep = (refresh: string) => sessionStorage.setItem(key, sessionWith(refresh))
const kept = () => JSON.parse(sessionStorage.getItem(key) ?? '{}').refresh_token

/** What another tab of this browser sends, and what it hears. */
let other: BroadcastChannel
let heard: unknown[]
/** Whether another tab renews now. Afterwards this tab gets its turn. */
let turn: Promise<unknown> | null

beforeEach(() => {
  turn = null
  heard = []
  other = new BroadcastChannel('guidon.session')
  other.onmessage = ({ data }) => void heard.push(data)
  const request = async (_name: string, ...rest: unknown[]) => {
    const run = rest.at(-1) as (lock: object | null) => unknown
    const { ifAvailable, signal } = (rest.length > 1 ? rest[0] : {}) as LockOptions
    if (turn && ifAvailable) return run(null)
    const { promise: given, reject: giveUp } = Promise.withResolvers()
    signal?.addEventListener('abort', () => giveUp(signal.reason))
    await Promise.race([turn, given])
    return run({})
  }
  vi.stubGlobal('navigator', { locks: { request } })
})
afterEach(() => {
  other.close()
  vi.unstubAllGlobals()
  sessionStorage.clear()
})

/** Renews, as the provider does: the refresh token is spent, and there is a new one. */
const renew = vi.fn(async () => {
  keep('new')
  return 'renewed'
})
beforeEach(() => void renew.mockClear())

test('a renewal is sent to the other tabs, which use it from then on', async () => {
  keep('old')
  expect(await renewInTurn(config, 'old', renew)).toBe('renewed')
  const message = { key, spent: 'old', stored: sessionWith('new') }
  await eventually(() => expect(heard).toEqual([message]))
})

test('a renewal that changed nothing is not sent', async () => {
  keep('old')
  await renewInTurn(config, 'old', async () => 'refused')
  const end = { kind: 'end' }
  const last = new BroadcastChannel('guidon.session')
  last.postMessage(end)
  await eventually(() => expect(heard).toEqual([end]))
  last.close()
})

test('a tab waits for the renewal of another one, and takes it', async () => {
  keep('old')
  const taken = vi.fn()
  const stop = onRenewals(config, taken)
  turn = Promise.resolve().then(() =>
    other.postMessage({ key, spent: 'old', stored: sessionWith('theirs') }),
  )
  expect(await renewInTurn(config, 'old', renew)).toBe(null)
  expect([kept(), renew.mock.calls]).toEqual(['theirs', []])
  await eventually(() => expect(taken).toHaveBeenCalled())
  stop()
})

test('a tab renews itself if the one before it did not, after a moment, and then listens no more', async () => {
  keep('old')
  turn = Promise.resolve()
  const close = vi.spyOn(BroadcastChannel.prototype, 'close')
  expect(await renewInTurn(config, 'old', renew)).toBe('renewed')
  // One to listen, and one to tell.
  expect(close).toHaveBeenCalledTimes(2)
  close.mockRestore()
})

test('a tab without a refresh token renews in its turn, and waits for no message: there is none of it', async () => {
  sessionStorage.setItem(key, JSON.stringify({ access_token: 'a' }))
  turn = Promise.resolve()
  const timer = vi.spyOn(globalThis, 'setTimeout')
  expect(await renewInTurn(config, null, async () => 'renewed')).toBe('renewed')
  expect(timer).not.toHaveBeenCalledWith(expect.anything(), 500)
  timer.mockRestore()
})

test('a tab that the browser suspended in its turn is not waited for longer than 20 seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  keep('old')
  turn = new Promise(() => {})
  const renewal = renewInTurn(config, 'old', renew)
  await vi.advanceTimersByTimeAsync(19_000)
  expect(renew).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(await renewal).toBe('renewed')
})

test('a renewal in its turn that fails is not tried again', async () => {
  keep('old')
  turn = Promise.resolve()
  const failing = vi.fn(() => Promise.reject(new Error('no connection')))
  await expect(renewInTurn(config, 'old', failing)).rejects.toThrow('no connection')
  expect(failing).toHaveBeenCalledTimes(1)
})

test.each([
  ['of a session that was renewed before', { key, spent: 'older', stored: sessionWith('theirs') }],
  ['of another provider', { key: 'oidc.user:else', spent: 'old', stored: sessionWith('theirs') }],
  ['of another build, of another form', { key, stored: sessionWith('theirs') }],
])('a tab ignores a renewal %s', async (_, message) => {
  keep('old')
  const taken = vi.fn()
  const stop = onRenewals(config, taken)
  other.postMessage(message)
  const own = { key, spent: 'old', stored: sessionWith('right') }
  other.postMessage(own)
  await eventually(() => expect(taken).toHaveBeenCalledTimes(1))
  expect(kept()).toBe('right')
  stop()
  other.postMessage({ key, spent: 'right', stored: sessionWith('late') })
  await new Promise(resolve => setTimeout(resolve))
  expect(kept()).toBe('right')
})
