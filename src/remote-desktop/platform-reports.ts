import * as v from 'valibot'
import { Sharing, ShownScreens, SoundState } from '../api/contract/desktop/messages.ts'
import type { ConnectionEvent } from '../machines/desktop/events.ts'

interface Listeners {
  tell(event: ConnectionEvent): void
  /** The screens that pages of the owner show. */
  screens(shown: readonly number[]): void
  /** Whether the desktop's sound can be heard. */
  sound(now: SoundState['sound']): void
}

/** Reads what the platform reports: who watches, which screens are shown, whether there is sound. Ignores other texts. */
export const readReports =
  ({ tell, screens, sound }: Listeners) =>
  (text: string) => {
    const report = parse(text)
    const sharing = v.safeParse(Sharing, report)
    if (sharing.success) return tell({ type: 'sharing.reported', sharing: sharing.output })
    const pages = v.safeParse(ShownScreens, report)
    if (pages.success) return screens(pages.output.screens)
    const state = v.safeParse(SoundState, report)
    if (state.success) sound(state.output.sound)
  }

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
