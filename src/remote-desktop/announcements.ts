import * as v from 'valibot'
import { Sharing, ShownScreens, SoundState } from '../api/contract/desktop/messages.ts'
import type { ConnectionEvent } from '../machines/desktop/events.ts'

interface Hearers {
  tell(event: ConnectionEvent): void
  /** The screens that pages of the owner show. */
  screens(shown: readonly number[]): void
  /** Whether the desktop's sound can be heard. */
  sound(now: SoundState['sound']): void
}

/** @returns takes a text of the platform: about watchers, the owner's pages and sound. It ignores all others */
export const onAnnouncements =
  ({ tell, screens, sound }: Hearers) =>
  (text: string) => {
    const announced = parse(text)
    const sharing = v.safeParse(Sharing, announced)
    if (sharing.success) return tell({ type: 'sharing.reported', sharing: sharing.output })
    const pages = v.safeParse(ShownScreens, announced)
    if (pages.success) return screens(pages.output.screens)
    const news = v.safeParse(SoundState, announced)
    if (news.success) sound(news.output.sound)
  }

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
