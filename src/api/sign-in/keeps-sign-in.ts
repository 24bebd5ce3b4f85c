import { tabStorage } from '../../browser/storage.ts'

/** Characters that a sign-in stores in the tab: its state, then the tokens. */
const SIGN_IN_SIZE = 8_192

/** Whether the tab can store what checks the provider's answer. Otherwise it would redirect for ever. */
export function keepsSignIn(): boolean {
  const key = 'guidon.probe'
  tabStorage.setItem(key, '.'.repeat(SIGN_IN_SIZE))
  const isKept = tabStorage.keeps(key)
  tabStorage.removeItem(key)
  return isKept
}
