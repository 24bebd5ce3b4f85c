import * as v from 'valibot'
import { Sharing, ShownScreens } from '../api/contract/desktop-messages.ts'
import type { ConnectionEvent } from '../machines/desktop/events.ts'

interface Hearers {
  tell(event: ConnectionEvent): void
  /** The screens that pages of the owner show. */
  screens(shown: readonly number[]): void
}

/** @returns hears what the platform says of those who watch and of the owner's pages, and nothing else */
export const hearAnnouncements =
  ({ tell, screens }: Hearers) =>
  (text: string) => {
    const announced = parse(text)
    const sharing = v.safeParse(Sharing, announced)
    if (sharing.success) return tell({ type: 'sharing.reported', sharing: sharing.output })
    const pages = v.safeParse(ShownScreens, announced)
    if (pages.success) screens(pages.output.screens)
  }

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
