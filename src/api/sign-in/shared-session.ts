import * as v from 'valibot'
import { fromCallback } from 'xstate'
import { openChannel } from '../../browser/channel.ts'
import { forgetKeptTokens } from '../../browser/kept-tokens.ts'
import { tabStorage } from '../../browser/storage.ts'
import type { SessionShared } from '../../machines/session/events.ts'
import { type SessionClient, storedSessionKey } from './session-key.ts'
import { onOtherSignOut } from './signed-out.ts'
import { readStoredSession } from './stored-session.ts'

/** The name of the channel between the tabs of this browser, and the beginning of their lock's name. */
export const NAME = 'guidon.session'

/** A renewal, sent to the other tabs of this browser. A tab accepts it only if its refresh token was used. */
const Renewal = v.object({ key: v.string(), spent: v.string(), stored: v.string() })
export type Renewal = v.InferOutput<typeof Renewal>

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

/** Calls back with each renewal of this tab's session by another tab. It is already stored. */
export function onRenewals(config: SessionClient, taken: () => void): () => void {
  const key = storedSessionKey(config)
  const channel = openChannel(NAME, data => {
    const message = v.safeParse(Renewal, data)
    if (!message.success || message.output.key !== key) return
    const { spent, stored } = message.output
    if (spent === refreshTokenOf(config)) tabStorage.setItem(key, stored)
    if (tabStorage.getItem(key) === stored) taken()
  })
  return () => channel?.close()
}

/** The effect of the session machine. */
export const sharedSession = (config: SessionClient) =>
  fromCallback<SessionShared>(({ sendBack }) => {
    const stop = onOtherSignOut(() => {
      forgetKeptTokens()
      sendBack({ type: 'session.ending' })
    })
    const close = onRenewals(config, () => {
      const session = readStoredSession(config)
      if (session) sendBack({ type: 'session.shared', session })
    })
    return () => {
      stop()
      close()
    }
  })
