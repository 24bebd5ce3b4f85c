import type { ChallengeDetail } from '../../api/contract.ts'

/** Null: there is no such challenge. Locked: the account must solve others first. */
export type DetailAnswer = ChallengeDetail | 'locked' | null

/** Undefined while there is none to show. */
export const detailIn = (answer: DetailAnswer | undefined) =>
  answer === 'locked' ? undefined : (answer ?? undefined)

/** The challenge's name: null if there is no such challenge, undefined while it cannot be read. */
export const nameIn = (answer: DetailAnswer | undefined) =>
  answer === null ? null : detailIn(answer)?.name
