import * as v from 'valibot'
import { Sharing } from '../api/contract/desktop-messages.ts'
import type { ConnectionEvent } from '../machines/desktop/events.ts'

/** @returns hears what the platform says of those who watch, and nothing else */
export const hearSharing = (tell: (event: ConnectionEvent) => void) => (text: string) => {
  const sharing = sharingIn(text)
  if (sharing) tell({ type: 'sharing.reported', sharing })
}

function sharingIn(text: string): Sharing | null {
  try {
    const read = v.safeParse(Sharing, JSON.parse(text))
    return read.success ? read.output : null
  } catch {
    return null
  }
}
