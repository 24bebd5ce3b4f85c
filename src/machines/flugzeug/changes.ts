import type { Flugzeug } from '../../api/contract.ts'
import type { ChangeRules } from '../change.ts'

export interface FlugzeugChange {
  /** The desktop before the change; null if there was none. */
  readonly before: Flugzeug | null
}

/**
 * The refusals that each change expects. If there already is a desktop, or none any more, an earlier attempt has most
 * likely made the change. The data that is read next shows it.
 */
export const createRefusals = ['FLUGZEUG_EXISTS'] as const
export type CreateRefusal = (typeof createRefusals)[number]

export const statusRefusals = ['NO_FLUGZEUG'] as const
export type StatusRefusal = (typeof statusRefusals)[number]

export const extendRefusals = ['CANNOT_PROLONG_FLUGZEUG', 'NO_FLUGZEUG'] as const
export type ExtendRefusal = (typeof extendRefusals)[number]

/** Creating, starting, stopping and resetting a desktop changes its status. */
export const statusRules: ChangeRules<
  FlugzeugChange,
  undefined,
  CreateRefusal | StatusRefusal,
  Flugzeug | null
> = {
  wasDone: (seen, { before }) => seen?.status !== before?.status,
}

/** An earlier attempt may have extended the desktop. A second extension is refused. */
export const extendRules: ChangeRules<FlugzeugChange, undefined, ExtendRefusal, Flugzeug | null> = {
  wasDone: (seen, { before }) => seen?.stopTimestamp !== before?.stopTimestamp,
}
