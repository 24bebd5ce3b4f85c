import * as v from 'valibot'
import { fromCallback } from 'xstate'
import type { MarksChanged, MarksLoaded } from '../machines/announcements/events.ts'
import { MARKS } from './marks-key.ts'
import { browserStorage } from './storage.ts'

const ids = v.array(v.string())
const Marks = v.pipe(v.string(), v.parseJson(), v.object({ read: ids, shown: ids }))

/** Null: nothing readable is stored. */
export function readMarks(stored: string | null | undefined): MarksLoaded | null {
  const parsed = v.safeParse(Marks, stored)
  return parsed.success ? { type: 'marks.loaded', marks: parsed.output } : null
}

/** Keeps a user's marks in the browser, and reports what other tabs keep there. */
export const markStore = fromCallback<MarksChanged, { userId: string }>(
  ({ input: { userId }, sendBack, receive }) => {
    const key = MARKS + userId
    const report = (text: string | null) => {
      const loaded = readMarks(text)
      if (loaded) sendBack(loaded)
    }
    const follow = (event: StorageEvent) => {
      if (event.key === key) report(event.newValue)
    }
    receive(({ marks }) => browserStorage.setItem(key, JSON.stringify(marks)))
    addEventListener('storage', follow)
    report(browserStorage.getItem(key))
    return () => removeEventListener('storage', follow)
  },
)
