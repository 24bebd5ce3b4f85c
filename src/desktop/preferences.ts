import * as v from 'valibot'
import type { Preferences } from '../machines/desktop/events.ts'

const key = 'desktop'
const Stored = v.object({
  scaling: v.picklist(['fit', 'resize', 'actual']),
  quality: v.picklist(['auto', 0, 1, 2, 3, 4]),
})

/** What the user chose on this device; a small touch screen is too small for a desktop of its size. */
export function readPreferences(): Preferences {
  const isSmall = matchMedia('(pointer: coarse) and (max-width: 60rem)').matches
  const fallback = { scaling: isSmall ? 'fit' : 'resize', quality: 'auto' } as const
  try {
    const stored = v.safeParse(Stored, JSON.parse(localStorage.getItem(key) ?? ''))
    return stored.success ? stored.output : fallback
  } catch {
    return fallback
  }
}

/** Storage may be full or forbidden: then the choice lasts as long as the page. */
export function writePreferences(preferences: Preferences): void {
  try {
    localStorage.setItem(key, JSON.stringify(preferences))
  } catch {
    // The choice holds for this page.
  }
}
