import { tabStorage } from './storage.ts'

const key = 'guidon.signOut'

/**
 * A sign-out that this tab asked the provider for, until the provider sends the tab back with its `state`: the
 * answer may be lost, and the provider's session that lives on would sign in again at once.
 */
export const openSignOut = {
  isOpen: () => tabStorage.getItem(key) !== null,
  /** Returns the `state` that the provider sends back. */
  begin(): string {
    const state = crypto.randomUUID()
    tabStorage.setItem(key, state)
    return state
  },
  end: () => tabStorage.removeItem(key),
  /** Ends it where the page's address is the provider's answer, and takes the answer out of the address. */
  takeAnswer(): void {
    const state = new URLSearchParams(location.search).get('state')
    if (state === null || state !== tabStorage.getItem(key)) return
    tabStorage.removeItem(key)
    history.replaceState(null, '', location.pathname)
  },
}
