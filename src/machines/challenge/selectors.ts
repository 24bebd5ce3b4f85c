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

/** The actors of a page; they live as long as it does. */
export function challengeChildren(page: ActorRefFrom<typeof challengeMachine>): ChallengeChildren {
  return page.getSnapshot().children as unknown as ChallengeChildren
}

export const isMissing = (snapshot: SnapshotFrom<typeof challengeMachine>) =>
  snapshot.matches({ detail: 'missing' })
