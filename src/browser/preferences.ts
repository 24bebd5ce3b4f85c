import { browserStorage } from './storage.ts'

/** What a browser remembers about how its user likes the app, by key in local storage. */
export type PreferenceKey = 'lang' | 'scheme' | 'sidebar' | 'notices' | 'desktop'

/** Where the browser keeps nothing, a choice lasts as long as the page. */
export const preferences = {
  read: (key: PreferenceKey): string | null => browserStorage.getItem(key),
  write: (key: PreferenceKey, value: string): void => browserStorage.setItem(key, value),
}
