import type { Flugzeug } from '../../api/contract.ts'
import type { ChangeRules } from '../change.ts'

export interface FlugzeugChange {
  /** What was known when the change was asked for; null: there was no desktop. */
  readonly before: Flugzeug | null
}

/** Most likely made by an earlier attempt. The data read next shows it. */
type AlreadyDone = 'FLUGZEUG_EXISTS' | 'NO_FLUGZEUG'
export type ProlongRefusal = 'CANNOT_PROLONG_FLUGZEUG' | 'NO_FLUGZEUG'

/** To create, start, stop or reset it: each changes the status. */
export const statusRules: ChangeRules<FlugzeugChange, undefined, AlreadyDone, Flugzeug | null> = {
  wasDone: (seen, { before }) => seen?.status !== before?.status,
}

/** An earlier attempt may have extended it, and a second extension is refused. */
export const prolongRules: ChangeRules<FlugzeugChange, undefined, ProlongRefusal, Flugzeug | null> =
  {
    wasDone: (seen, { before }) => seen?.stopTimestamp !== before?.stopTimestamp,
  }
