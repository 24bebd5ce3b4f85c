import { pages } from '../machines/navigation/pages.ts'
import { tabStorage } from './storage.ts'

const KEY = 'guidon.invitation'

/** The token of the invitation that the tab keeps, until it was used; null: there is none. */
export const keptInvitation = {
  read: () => tabStorage.getItem(KEY),
  remove: () => tabStorage.removeItem(KEY),
}

/**
 * Keeps the token of an invitation (`/join#TOKEN`) in the tab, so that it survives the sign-in. The fragment
 * never reaches a server. It is taken out of the address at once, so it does not stay in the history either.
 */
export function keepInvitation(): void {
  const token = takeToken()
  if (token) tabStorage.setItem(KEY, token)
}

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
