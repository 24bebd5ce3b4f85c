import type { SnapshotFrom } from 'xstate'
import type { reminderMachine } from './machine.ts'

type Snapshot = SnapshotFrom<typeof reminderMachine>

/** The environment that stops next, if that is in five minutes or less; else undefined. */
export const nextStop = (snapshot: Snapshot) => snapshot.context.soon[0]
/** Whether the browser notifies, as its switch shows it; null while nobody knows. */
export function noticesOf({ value }: Snapshot): 'on' | 'off' | 'denied' | 'unsupported' | null {
  switch (value.notices) {
    case 'allowing':
      return 'on'
    case 'forbidding':
      return 'off'
    case 'reading':
      return null
    default:
      return value.notices
  }
}
