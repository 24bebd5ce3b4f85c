import { openChannel } from '../../browser/channel.ts'
import { tabStorage } from '../../browser/storage.ts'
import { type SessionClient, storedSessionKey } from './session-key.ts'
import { NAME, onRenewals, type Renewal, refreshTokenOf } from './shared-session.ts'

/** How long to wait for the message of a tab that has just renewed, in milliseconds. */
const MESSAGE_TIME = 500

/** How long to wait for the turn, in milliseconds: a tab that the browser suspends while it renews keeps its turn. */
const TURN_TIME = 20_000

/**
 * Renews by `renew` unless another tab has just renewed the same session. A duplicated tab starts with the
 * session of its original. Both have the same refresh token, which the provider accepts once. So one tab renews
 * at a time, and sends the result to the others.
 *
 * @param before the refresh token that this tab wants to use; null: it has none
 * @returns what `renew` returns, or null if the session that is stored now is another tab's renewal
 */
export async function renewInTurn<T>(
  config: SessionClient,
  before: string | null,
  renew: () => Promise<T>,
): Promise<T | null> {
  const key = storedSessionKey(config)

  const run = async (hasWaited: boolean) => {
    if (before === null) return renew()
    if (hasWaited && refreshTokenOf(config) === before) await untilHeard()
    if (refreshTokenOf(config) !== before) return null
    const answer = await renew()
    tell(before)
    return answer
  }

  /** Resolves when another tab's renewal was accepted, or none came in time. */
  const untilHeard = () =>
    new Promise<void>(resolve => {
      const timer = setTimeout(done, MESSAGE_TIME)
      const stop = onRenewals(config, done)
      function done() {
        clearTimeout(timer)
        stop()
        resolve()
      }
    })

  function tell(spent: string) {
    const stored = tabStorage.getItem(key)
    if (stored === null || refreshTokenOf(config) === spent) return
    const channel = openChannel(NAME)
    channel?.postMessage({ key, spent, stored } satisfies Renewal)
    channel?.close()
  }

  // Pages without TLS have no locks.
  if (!navigator.locks) return run(false)
  const name = `${NAME}:${key}`
  const atOnce = await navigator.locks.request(name, { ifAvailable: true }, async lock =>
    lock ? { answer: await run(false) } : null,
  )
  if (atOnce) return atOnce.answer
  const waiting = new AbortController()
  setTimeout(() => waiting.abort(), TURN_TIME)
  const { signal } = waiting
  return navigator.locks
    .request(name, { signal }, () => run(true))
    .catch(error => (error === signal.reason ? run(true) : Promise.reject(error)))
}
