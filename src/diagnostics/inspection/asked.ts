import { tabStorage } from '../../browser/storage.ts'

const KEY = 'guidon-inspect'

/** Whether `?inspect` was asked for in this tab, since the sign-in leaves the page; `?inspect=off` ends it. */
export function isInspectionAsked(): boolean {
  const asked = new URLSearchParams(location.search).get('inspect')
  if (asked === 'off') tabStorage.removeItem(KEY)
  else if (asked !== null) tabStorage.setItem(KEY, 'on')
  return tabStorage.getItem(KEY) !== null
}
