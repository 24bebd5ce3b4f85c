import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import type { ResourceSnapshot } from '../resource/machine.ts'
import { type DetailAnswer, detailIn } from './detail.ts'
import type { challengeMachine } from './machine.ts'

type Children = SnapshotFrom<typeof challengeMachine>['children']

/** The actors of a page, by their names. */
export type ChallengeChildren = { readonly [N in keyof Children]-?: NonNullable<Children[N]> }

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

/** The account must solve other challenges first. */
export const isLocked = (snapshot: SnapshotFrom<typeof challengeMachine>) =>
  snapshot.matches({ detail: 'locked' })

/** Undefined while there is none to show. */
export const detailOf = (snapshot: ResourceSnapshot<DetailAnswer>) =>
  detailIn(snapshot.context.data)
