import { browserStorage } from '../../browser/storage.ts'

const key = 'guidon.signedOut'

/**
 * Whether somebody signed out in this browser and nobody has signed in since. If the provider was out of
 * reach, its session still exists, and must not sign the user in again without asking.
 */
export const signedOut = {
  read: () => browserStorage.getItem(key) !== null,
  write(is: boolean): void {
    if (is) browserStorage.setItem(key, 'yes')
    else browserStorage.removeItem(key)
  },
}

/** Calls back when the user signs out in another tab. */
export function onOtherSignOut(listener: () => void): () => void {
  const notice = (event: StorageEvent) => {
    if (event.key === key && event.newValue) listener()
  }
  addEventListener('storage', notice)
  return () => removeEventListener('storage', notice)
}
