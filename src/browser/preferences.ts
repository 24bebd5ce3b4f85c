import { browserStorage } from './storage.ts'

/** The user's preferences in this browser, by key in local storage. */
export type PreferenceKey = 'lang' | 'scheme' | 'sidebar' | 'notices' | 'desktop'

/** If the browser stores nothing, a choice lasts as long as the page. */
export const preferences = {
  read: (key: PreferenceKey): string | null => browserStorage.getItem(key),
  write: (key: PreferenceKey, value: string): void => browserStorage.setItem(key, value),
}
