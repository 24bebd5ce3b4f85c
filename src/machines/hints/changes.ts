import type { ChallengeDetail, ChallengeRef, TakenHint } from '../../api/contract.ts'
import type { ChangeRules } from '../change.ts'

/** The refusals that taking a hint expects. */
export const hintRefusals = ['TIME_RESTRICTED'] as const
export type HintRefusal = (typeof hintRefusals)[number]

export interface HintTaking {
  readonly challenge: ChallengeRef
  readonly hintId: string
}

/** An earlier attempt may have taken the hint: then its text is there. */
export const takeRules: ChangeRules<HintTaking, TakenHint, HintRefusal, ChallengeDetail> = {
  wasDone: ({ hints }, { hintId }) =>
    hints?.some(({ id, text }) => id === hintId && text !== undefined) === true,
}
