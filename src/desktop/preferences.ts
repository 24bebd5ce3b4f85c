import * as v from 'valibot'
import { preferences } from '../browser/preferences.ts'
import type { Preferences } from '../machines/desktop/events.ts'

const Stored = v.object({
  scaling: v.picklist(['fit', 'resize', 'actual']),
  quality: v.picklist(['auto', 0, 1, 2, 3, 4]),
})

/** What the user chose on this device. By default, a small touch screen shows a larger desktop scaled. */
export function readPreferences(): Preferences {
  const isSmall = matchMedia('(pointer: coarse) and (max-width: 60rem)').matches
  const fallback = { scaling: isSmall ? 'fit' : 'resize', quality: 'auto' } as const
  try {
    const stored = v.safeParse(Stored, JSON.parse(preferences.read('desktop') ?? ''))
    return stored.success ? stored.output : fallback
  } catch {
    return fallback
  }
}

export const writePreferences = (chosen: Preferences): void =>
  preferences.write('desktop', JSON.stringify(chosen))
