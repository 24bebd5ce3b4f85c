/** What a browser remembers about how its user likes the app, by key in local storage. */
export type PreferenceKey = 'lang' | 'scheme' | 'sidebar' | 'notices'

/** Storage may be full or forbidden: then the choice lasts as long as the page. */
export const preferences = {
  read(key: PreferenceKey): string | null {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  },
  write(key: PreferenceKey, value: string): void {
    try {
      localStorage.setItem(key, value)
    } catch {
      // The choice holds for this page.
    }
  },
}
