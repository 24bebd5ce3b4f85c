const key = 'guidon.loginFailures'

/** Logins that failed one after the other in this tab: a redirect forgets all else. */
export const loginFailures = {
  read(): number {
    const count = Number(sessionStorage.getItem(key))
    return Number.isInteger(count) && count > 0 ? count : 0
  },
  write(count: number): void {
    if (count === 0) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, String(count))
  },
}
