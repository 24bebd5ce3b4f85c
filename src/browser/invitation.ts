import { fromCallback } from 'xstate'
import type { InvitationUsed } from '../machines/invitation/events.ts'
import { pages } from '../machines/navigation/pages.ts'
import { tabStorage } from './storage.ts'

const KEY = 'guidon.invitation'

/**
 * Keeps the token of an invitation (`/join#TOKEN`) in the tab, so that it survives the sign-in. The fragment
 * never reaches a server. It is taken out of the address at once, so it does not stay in the history either.
 */
export const keepInvitation = fromCallback<InvitationUsed>(({ sendBack, receive }) => {
  const open = () => {
    const token = takeToken()
    if (token) tabStorage.setItem(KEY, token)
    const kept = tabStorage.getItem(KEY)
    if (kept) sendBack({ type: 'invitation.opened', token: kept })
  }
  receive(() => tabStorage.removeItem(KEY))
  addEventListener('hashchange', open)
  open()
  return () => removeEventListener('hashchange', open)
})

function takeToken(): string {
  const { pathname, search, hash } = location
  if (pathname !== pages.join.path || hash.length < 2) return ''
  history.replaceState(history.state, '', pathname + search)
  try {
    return decodeURIComponent(hash.slice(1)).trim()
  } catch {
    return hash.slice(1)
  }
}
