import * as v from 'valibot'
import { preferences } from '../browser/preferences.ts'
import type { Preferences } from '../machines/desktop/events.ts'

const Stored = v.object({
  scaling: v.picklist(['fit', 'resize', 'actual']),
  quality: v.picklist(['auto', 0, 1, 2, 3, 4]),
  // Absent: it was stored before there was a choice.
  textSize: v.optional(v.picklist(['auto', 100, 150, 200]), 'auto'),
})

/**
 * The user's choices on this device. By default, the desktop has the size of its frame: on a phone, the text of
 * a larger desktop would be too small to read after scaling.
 */
export function readPreferences(): Preferences {
  const fallback = { scaling: 'resize', quality: 'auto', textSize: 'auto' } as const
  try {
    const stored = v.safeParse(Stored, JSON.parse(preferences.read('desktop') ?? ''))
    return stored.success ? stored.output : fallback
  } catch {
    return fallback
  }
}

export const writePreferences = (chosen: Preferences): void =>
  preferences.write('desktop', JSON.stringify(chosen))
