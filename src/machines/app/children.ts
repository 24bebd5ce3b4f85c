import type { ActorRefFrom, AnyActorLogic } from 'xstate'
import type { ChallengeRef } from '../../api/contract.ts'
import { challengeKey } from '../../domain/challenge.ts'
import type { challengeMachine } from '../challenge/machine.ts'
import type { bootedActors, pageActors, signedInActors } from './actors.ts'

type RefsOf<Actors extends Record<string, AnyActorLogic>> = {
  readonly [Id in keyof Actors]: ActorRefFrom<Actors[Id]>
}

export type PageChildren = RefsOf<typeof pageActors>
export type AppChildren = PageChildren & RefsOf<typeof bootedActors>
export type SignedInChildren = RefsOf<typeof signedInActors>

export type ChallengePageRef = ActorRefFrom<typeof challengeMachine>

type PageId = `challenge:${string}`

/** The ids of the app's children, and the actors that they name. */
export type ChildIds = { [Id in keyof AppChildren | keyof SignedInChildren]: Id } & {
  build: 'build'
  navigation: 'navigation'
  [id: PageId]: 'challenge'
}

/** Anything with the app's children: its snapshot. */
interface Parent {
  readonly children: Readonly<Partial<AppChildren & SignedInChildren>>
}

// One state invokes all of a group, so all of them are there, or none.
const isPage = (children: Partial<PageChildren>): children is PageChildren =>
  children.locale !== undefined
const hasBooted = (children: Partial<AppChildren>): children is AppChildren =>
  children.session !== undefined
const isSignedIn = (children: Partial<SignedInChildren>): children is SignedInChildren =>
  children.dialogs !== undefined

/** Throws before the app was started, which is a bug of the caller. */
export function pageChildren({ children }: Parent): PageChildren {
  if (!isPage(children)) throw new Error('The app was not started.')
  return children
}

/** Throws before the boot, which is a bug of the caller. */
export function appChildren({ children }: Parent): AppChildren {
  if (!hasBooted(children)) throw new Error('The app has not booted.')
  return children
}

/** Undefined while nobody is signed in. */
export const signedInChildren = ({ children }: Parent): SignedInChildren | undefined =>
  isSignedIn(children) ? children : undefined

/** The id of a challenge's page among the children. */
export const challengeId = (challenge: ChallengeRef): PageId =>
  `challenge:${challengeKey(challenge)}`

const isChallengePage = (child: [string, unknown]): child is [PageId, ChallengePageRef] =>
  child[0].startsWith('challenge:')

/** The pages of challenges that are open, or were left with a change still in flight; by id. */
export function challengePages({ children }: Parent): Readonly<Record<PageId, ChallengePageRef>> {
  const all: [string, unknown][] = Object.entries(children)
  return Object.fromEntries(all.filter(isChallengePage))
}
