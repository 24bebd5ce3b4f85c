import type { SnapshotFrom } from 'xstate'
import type { ChallengeRef } from '../../api/contract.ts'
import { sameChallenge } from '../../domain/challenge.ts'
import type { NotificationChoice } from './events.ts'
import type { reminderMachine } from './machine.ts'

type Snapshot = SnapshotFrom<typeof reminderMachine>

/** The environment that stops next, if that is in five minutes or less; else undefined. */
export const nextStop = (snapshot: Snapshot) => snapshot.context.soon[0]
/** When an environment stops, in ISO 8601; null: not known, or never. */
export const stopTimeOf =
  (challenge: ChallengeRef) =>
  ({ context }: Snapshot) =>
    context.stops.find(one => sameChallenge(one.challenge, challenge))?.time ?? null
/** Whether the browser notifies, as its switch shows it; null while nobody knows. */
export function notificationsOf({ value }: Snapshot): NotificationChoice | null {
  switch (value.notifications) {
    case 'allowing':
      return 'on'
    case 'forbidding':
      return 'off'
    case 'reading':
      return null
    default:
      return value.notifications
  }
}
