import { browserStorage } from '../../browser/storage.ts'

const key = 'guidon.signedOut'
/** Instead of the id of the user who signed in last. */
const yes = 'yes'

/**
 * Whether somebody signed out in this browser and nobody has signed in since. If the provider was out of
 * reach, its session still exists, and must not sign the user in again without asking.
 */
export const signedOut = {
  read: () => browserStorage.getItem(key) === yes,
  begin: (): void => browserStorage.setItem(key, yes),
  end: (userId: string): void => browserStorage.setItem(key, userId),
}

/** Calls back when the user signs out in another tab, or another user signs in there: the provider ends the session. */
export function onOtherSignOut(listener: () => void): () => void {
  const notice = (event: StorageEvent) => {
    if (event.key === key && event.newValue) listener()
  }
  addEventListener('storage', notice)
  return () => removeEventListener('storage', notice)
}
