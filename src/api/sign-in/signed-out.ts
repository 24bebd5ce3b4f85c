import { browserStorage } from '../../browser/storage.ts'

const key = 'guidon.signedOut'

/**
 * Whether somebody signed out in this browser and nobody has signed in since. The provider may not have
 * heard of it, where the way to it broke: then its session must not sign in again without a word.
 */
export const signedOut = {
  read: () => browserStorage.getItem(key) !== null,
  write(is: boolean): void {
    if (is) browserStorage.setItem(key, 'yes')
    else browserStorage.removeItem(key)
  },
}
