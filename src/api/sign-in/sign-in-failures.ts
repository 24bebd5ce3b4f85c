import { tabStorage } from '../../browser/storage.ts'

const key = 'guidon.signInFailures'

/** Sign-ins that failed one after the other in this tab. Stored, because a redirect ends the page. */
export const signInFailures = {
  read(): number {
    const count = Number(tabStorage.getItem(key))
    return Number.isInteger(count) && count > 0 ? count : 0
  },
  write(count: number): void {
    if (count === 0) tabStorage.removeItem(key)
    else tabStorage.setItem(key, String(count))
  },
}
