import type { SnapshotFrom } from 'xstate'
import type { copyMachine } from './machine.ts'

type Snapshot = SnapshotFrom<typeof copyMachine>

/** Whether the button with this id confirms now. */
export const isCopied = (snapshot: Snapshot, id: string) =>
  snapshot.matches('copied') && snapshot.context.id === id
/** Whether the browser refused the clipboard to the button with this id just now. */
export const hasCopyFailed = (snapshot: Snapshot, id: string) =>
  snapshot.matches('failed') && snapshot.context.id === id
