import * as v from 'valibot'
import { fromCallback } from 'xstate'
import { tabStorage } from '../../browser/storage.ts'
import type { SessionShared } from '../../machines/session/events.ts'
import { type SessionClient, storedSessionKey } from './session-key.ts'
import { readStoredSession } from './stored-session.ts'

const NAME = 'guidon.session'
/** How long to wait for the message of a tab that has just renewed, in milliseconds. */
const MESSAGE_TIME = 500

/** A renewal, sent to the other tabs of this browser. A tab accepts it only if its refresh token was used. */
const Renewal = v.object({ key: v.string(), spent: v.string(), stored: v.string() })
type Renewal = v.InferOutput<typeof Renewal>

const Stored = v.object({ refresh_token: v.string() })

/** The refresh token of this tab's session; null if there is none. */
export function refreshTokenOf(config: SessionClient): string | null {
  try {
    const text = tabStorage.getItem(storedSessionKey(config)) ?? ''
    return v.parse(Stored, JSON.parse(text)).refresh_token
  } catch {
    return null
  }
}

/**
 * A duplicated tab starts with the session of its original. Both have the same refresh token, which the
 * provider accepts once. So one tab renews at a time, and sends the result to the others.
 */
export function createSharedSession(config: SessionClient) {
  const key = storedSessionKey(config)

  /** Calls back with each renewal of this tab's session by another tab. It is already stored. */
  function hear(taken: () => void): () => void {
    const channel = new BroadcastChannel(NAME)
    channel.onmessage = ({ data }) => {
      const message = v.safeParse(Renewal, data)
      if (!message.success || message.output.key !== key) return
      const { spent, stored } = message.output
      if (spent === refreshTokenOf(config)) tabStorage.setItem(key, stored)
      if (tabStorage.getItem(key) === stored) taken()
    }
    return () => channel.close()
  }

  /** Resolves when another tab's renewal was accepted, or none came in time. */
  const untilHeard = () =>
    new Promise<void>(resolve => {
      const timer = setTimeout(done, MESSAGE_TIME)
      const stop = hear(done)
      function done() {
        clearTimeout(timer)
        stop()
        resolve()
      }
    })

  return {
    /**
     * Renews by `renew` unless another tab has just renewed the same session.
     *
     * @returns what `renew` returns, or null if the session that is stored now is another tab's renewal
     */
    async inTurn<T>(renew: () => Promise<T>): Promise<T | null> {
      const before = refreshTokenOf(config)
      const run = async (hasWaited: boolean) => {
        if (before === null) return renew()
        if (hasWaited && refreshTokenOf(config) === before) await untilHeard()
        if (refreshTokenOf(config) !== before) return null
        const answer = await renew()
        tell(before)
        return answer
      }
      // Pages without TLS have no locks.
      if (!navigator.locks) return run(false)
      const name = `${NAME}:${key}`
      const isFree = await navigator.locks.request(name, { ifAvailable: true }, async lock =>
        lock ? { answer: await run(false) } : null,
      )
      if (isFree) return isFree.answer
      return navigator.locks.request(name, () => run(true))
    },

    /** The effect of the session machine. */
    listener: fromCallback<SessionShared>(({ sendBack }) =>
      hear(() => {
        const session = readStoredSession(config)
        if (session) sendBack({ type: 'session.shared', session })
      }),
    ),
  }

  function tell(spent: string) {
    const stored = tabStorage.getItem(key)
    if (stored === null || refreshTokenOf(config) === spent) return
    const channel = new BroadcastChannel(NAME)
    channel.postMessage({ key, spent, stored } satisfies Renewal)
    channel.close()
  }
}
