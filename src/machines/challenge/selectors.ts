import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import type { ChallengeDetail, ChallengeScore } from '../../api/contract.ts'
import type { InstanceRef } from '../instance/machine.ts'
import type { ResourceRef } from '../resource/machine.ts'
import type { SubmissionRef } from '../submission/machine.ts'
import type { challengeMachine } from './machine.ts'

export interface ChallengeChildren {
  /** Null: there is no such challenge. */
  readonly detail: ResourceRef<ChallengeDetail | null>
  readonly score: ResourceRef<ChallengeScore>
  readonly instance: InstanceRef
  readonly submission: SubmissionRef
}

// A page invokes all of them, and they live as long as it does.
const isWhole = (children: Partial<ChallengeChildren>): children is ChallengeChildren =>
  children.detail !== undefined

/** The actors of a page. Throws before it was started, which is a bug of the caller. */
export function challengeChildren(page: ActorRefFrom<typeof challengeMachine>): ChallengeChildren {
  const { children } = page.getSnapshot()
  if (!isWhole(children)) throw new Error('The page was not started.')
  return children
}

export const isMissing = (snapshot: SnapshotFrom<typeof challengeMachine>) =>
  snapshot.matches({ detail: 'missing' })
