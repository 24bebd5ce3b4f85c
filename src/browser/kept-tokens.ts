import { decodePart } from '../domain/text/decode-part.ts'
import { invitationStart, pages } from '../machines/navigation/pages.ts'
import { tabStorage } from './storage.ts'

/**
 * Keeps the token of a link in the tab until it was used, so that it survives the sign-in. The fragment with the token
 * never reaches a server. It is removed from the address at once, so it does not stay in the history either.
 *
 * @param link the path and fragment before the token
 */
function createTokenStore(link: string, key: string) {
  /** In the tab's storage: a user who is signed in has seen where the link leads. */
  const seenKey = `${key}.seen`
  const remove = () => tabStorage.removeItem(key)
  return {
    /** Null: there is none. */
    read: () => tabStorage.getItem(key),
    remove,
    see: () => tabStorage.setItem(seenKey, 'yes'),
    /** A token that nobody has seen stays: it is of the user who signs in next. */
    removeSeen() {
      if (tabStorage.getItem(seenKey)) remove()
    },
    /** @returns whether the address had one */
    keep(): boolean {
      const { pathname, search, hash } = location
      const written = pathname + hash
      if (!written.startsWith(link)) return false
      history.replaceState(history.state, '', pathname + search)
      const token = decodePart(written.slice(link.length)).trim()
      if (token) {
        tabStorage.setItem(key, token)
        tabStorage.removeItem(seenKey)
      }
      return token !== ''
    },
  }
}

/** The token of an invitation: `/join#TOKEN`. */
export const keptInvitation = createTokenStore(invitationStart, 'guidon.invitation')
/** The token of a desktop that a team mate shares: `/flugzeug#view=TOKEN`. */
export const keptView = createTokenStore(`${pages.flugzeug.path}#view=`, 'guidon.view')

/** At a sign-out: they are secrets, and the next user of this tab may be another one. */
export function forgetKeptTokens(): void {
  keptInvitation.remove()
  keptView.remove()
}
