const KEY = 'guidon-inspect'

/** Whether `?inspect` was asked for in this tab, since the sign-in leaves the page; `?inspect=off` ends it. */
export function isInspectionAsked(): boolean {
  const asked = new URLSearchParams(location.search).get('inspect')
  if (asked === 'off') sessionStorage.removeItem(KEY)
  else if (asked !== null) sessionStorage.setItem(KEY, 'on')
  return sessionStorage.getItem(KEY) !== null
}
