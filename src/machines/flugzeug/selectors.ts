import type { SnapshotFrom } from 'xstate'
import type { flugzeugMachine } from './machine.ts'
import type { ShownStatus } from './status.ts'

type Snapshot = SnapshotFrom<typeof flugzeugMachine>

export type WaitingStatus = Extract<ShownStatus, 'provisioning' | 'starting' | 'stopping'>
export type Change = 'creating' | 'starting' | 'stopping' | 'resetting' | 'extending'

/** How many polls each waiting text stays. */
const POLLS_PER_PHRASE = 3

/** The change in flight, until its result is known; null while there is none. */
export function changeOf(snapshot: Snapshot): Change | null {
  const { desktop } = snapshot.value
  if (typeof desktop === 'string' || !('changing' in desktop)) return null
  return Object.keys(desktop.changing ?? {})[0] as Change
}

/** The last extension was refused a moment ago. */
export const isRefusalNew = (snapshot: Snapshot) =>
  snapshot.matches({ desktop: { known: { running: { refused: 'justNow' } } } })

/** The user has a desktop, in any status. */
export const hasDesktop = ({ context: { reading } }: Snapshot) =>
  reading.updatedAt !== null && reading.data !== null

/** The last change was an extension that was refused. */
export const wasExtensionRefused = (snapshot: Snapshot) =>
  snapshot.matches({ desktop: { known: { running: 'refused' } } })

export const isResetAsked = (snapshot: Snapshot) => snapshot.matches({ question: 'open' })

/** The index of the waiting text. An index beyond the last text means that it takes a long time. */
export const waitingPhrase = ({ context }: Snapshot) =>
  Math.floor(context.waitingPolls / POLLS_PER_PHRASE)

/** When the server stops the desktop; null while that is not known. */
export const stopTimeOf = ({ context }: Snapshot) => context.reading.data?.stopTimestamp ?? null
/** The time from which on it can be extended; null: no longer; undefined: not known. */
export const extendableFromOf = ({ context }: Snapshot) => context.reading.data?.extendableFrom
export const frameUrlOf = ({ context }: Snapshot) => context.frameUrl
/** For a tab of its own: with the newest ticket. */
export const tabUrlOf = ({ context: { frameUrl, reading } }: Snapshot) =>
  frameUrl && (reading.data?.url ?? frameUrl)
/** The desktop of a team mate; undefined while the page is closed. */
export const viewIn = ({ children }: Snapshot) => children.desktopView
/** Why the desktop is in error, if the server knows it: mostly a `FlugzeugErrorCause`. */
export const causeOf = ({ context }: Snapshot) => context.reading.data?.failure ?? null
export const readFailureOf = ({ context }: Snapshot) => context.reading.failure
/** Why the last change failed. */
export const changeFailureOf = ({ context }: Snapshot) => context.changeFailure
/** Server time of the last good answer, in milliseconds since the epoch. */
export const readAtOf = ({ context }: Snapshot) => context.reading.updatedAt
