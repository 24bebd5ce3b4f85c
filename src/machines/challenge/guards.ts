import type { ChallengeScore } from '../../api/contract.ts'
import type { ResourceSnapshot } from '../resource/machine.ts'
import type { DetailAnswer } from './detail.ts'

/** A child of the page has changed. */
interface Seen<Snapshot> {
  readonly event: { readonly snapshot: Snapshot }
}

type SeenDetail = Seen<ResourceSnapshot<DetailAnswer>>
type SeenScore = Seen<ResourceSnapshot<ChallengeScore>>

export const isDetailMissing = ({ event: { snapshot } }: SeenDetail) =>
  snapshot.matches('active') && snapshot.context.data === null

export const isDetailLocked = ({ event: { snapshot } }: SeenDetail) =>
  snapshot.matches('active') && snapshot.context.data === 'locked'

/** Also true if the challenge is missing or locked. So a transition checks those first. */
export const isDetailFound = ({ event: { snapshot } }: SeenDetail) =>
  snapshot.matches('active') && snapshot.context.data !== undefined

export const isChanging = ({ event }: Seen<{ hasTag(tag: 'changing'): boolean }>) =>
  event.snapshot.hasTag('changing')

export const isScoreRead = ({ event }: SeenScore) => event.snapshot.matches({ active: 'ready' })

export const isScoreCompleted = (seen: SeenScore) =>
  isScoreRead(seen) && seen.event.snapshot.context.data?.isCompleted === true

export const hasScoreFailed = ({ event }: SeenScore) => event.snapshot.matches({ active: 'failed' })
