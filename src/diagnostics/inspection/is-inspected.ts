import { tabStorage } from '../../browser/storage.ts'

const KEY = 'guidon-inspect'

/** Whether this tab was opened with `?inspect`. Kept through the sign-in, until `?inspect=off`. */
export function isInspected(): boolean {
  const asked = new URLSearchParams(location.search).get('inspect')
  if (asked === 'off') tabStorage.removeItem(KEY)
  else if (asked !== null) tabStorage.setItem(KEY, 'on')
  return tabStorage.getItem(KEY) !== null
}
