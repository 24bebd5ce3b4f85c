import type { SnapshotFrom } from 'xstate'
import type { desktopClipboardImageMachine } from './machine.ts'

type Snapshot = SnapshotFrom<typeof desktopClipboardImageMachine>

export const isReadingImage = (snapshot: Snapshot) => snapshot.matches({ open: 'reading' })
/** The image that is shown, or null. */
export const shownImage = ({ context }: Snapshot) => context.image
/** Why there is none, or null. */
export const imageFailure = ({ context }: Snapshot) => context.failure
export const isImageCopied = (snapshot: Snapshot) => snapshot.matches({ open: { shown: 'copied' } })
/** The browser refused its clipboard. */
export const isImageRefused = (snapshot: Snapshot) =>
  snapshot.matches({ open: { shown: 'refused' } })
