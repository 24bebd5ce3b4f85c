import type { SnapshotFrom } from 'xstate'
import type { desktopViewMachine } from './machine.ts'

type Snapshot = SnapshotFrom<typeof desktopViewMachine>

export type ShownView = 'none' | 'loading' | 'failed' | 'shown' | 'gone'

export function shownView(snapshot: Snapshot): ShownView {
  if (snapshot.matches('none')) return 'none'
  if (snapshot.matches('gone')) return 'gone'
  if (snapshot.matches({ watching: 'shown' })) return 'shown'
  return snapshot.matches({ watching: 'failed' }) ? 'failed' : 'loading'
}

export const viewUrlOf = ({ context }: Snapshot) => context.frameUrl
/** The name of the desktop's owner. */
export const ownerOf = ({ context }: Snapshot) => context.reading.data?.username ?? ''
export const viewFailureOf = ({ context }: Snapshot) => context.reading.failure
