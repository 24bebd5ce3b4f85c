import { decodeFragment } from '../domain/decode-fragment.ts'
import { invitationStart, pages } from '../machines/navigation/pages.ts'
import { tabStorage } from './storage.ts'

/**
 * The token of a link, which the tab keeps until it was used, so that it survives the sign-in. The fragment that it comes
 * in never reaches a server. It is taken out of the address at once, so it does not stay in the history either.
 *
 * @param link what comes before it, from the path on
 */
const tokenOf = (link: string, key: string) => ({
  /** Null: there is none. */
  read: () => tabStorage.getItem(key),
  remove: () => tabStorage.removeItem(key),
  /** @returns whether the address had one */
  keep(): boolean {
    const { pathname, search, hash } = location
    const written = pathname + hash
    if (!written.startsWith(link)) return false
    history.replaceState(history.state, '', pathname + search)
    const token = decodeFragment(written.slice(link.length)).trim()
    if (token) tabStorage.setItem(key, token)
    return token !== ''
  },
})

/** Of an invitation: `/join#TOKEN`. */
export const keptInvitation = tokenOf(invitationStart, 'guidon.invitation')
/** Of a desktop that a team mate shares: `/flugzeug#view=TOKEN`. */
export const keptView = tokenOf(`${pages.flugzeug.path}#view=`, 'guidon.view')
