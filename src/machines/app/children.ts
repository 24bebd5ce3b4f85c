import type { ActorRefFrom, AnyActorLogic, AnyActorRef } from 'xstate'
import type { AccountDetail, ChallengeRef } from '../../api/contract.ts'
import { challengeKey } from '../../domain/challenge.ts'
import type { challengeMachine } from '../challenge/machine.ts'
import { type Page, rulesOf } from '../navigation/pages.ts'
import { type LoadedRef, type OnDemand, whenLoaded } from '../on-demand.ts'
import { notificationsOf } from '../reminder/selectors.ts'
import type { ResourceRef } from '../resource/machine.ts'
import type {
  bootedActors,
  onDemandActors,
  permanentActors,
  signedInActors,
  visitorActors,
} from './actors.ts'

type RefsOf<Actors extends Record<string, AnyActorLogic>> = {
  readonly [Id in keyof Actors]: ActorRefFrom<Actors[Id]>
}

export type PermanentChildren = RefsOf<typeof permanentActors>
export type AppChildren = PermanentChildren & RefsOf<typeof bootedActors>
export type SignedInChildren = RefsOf<typeof signedInActors>
export type VisitorChildren = RefsOf<typeof visitorActors>

/** The actors of `onDemandActors`, once their machine is loaded. */
export type LoadedChildren = {
  readonly [Id in keyof typeof onDemandActors]: LoadedRef<SignedInChildren[Id]>
}

type UnloadedPageRef = ActorRefFrom<OnDemand<typeof challengeMachine>>
/** The actor of a challenge's page. */
export type ChallengePageRef = ActorRefFrom<typeof challengeMachine>

export type AccountPageRef = ResourceRef<AccountDetail | null>

type PageId = `challenge:${string}`
type AccountPageId = `account:${string}`

/** The ids of the app's children, and the actors that they name. */
export type ChildIds = {
  [Id in keyof AppChildren | keyof SignedInChildren | keyof VisitorChildren]: Id
} & {
  build: 'build'
  navigation: 'navigation'
  [id: PageId]: 'challenge'
  [id: AccountPageId]: 'account'
}

/** Anything with the app's children: its snapshot. */
interface Parent {
  readonly children: Readonly<Partial<AppChildren & SignedInChildren & VisitorChildren>> & {
    readonly [id: AccountPageId]: AccountPageRef | undefined
    readonly [id: PageId]: UnloadedPageRef | undefined
  }
}

// One state invokes all of a group, so all of them are there, or none.
const hasPermanent = (children: Partial<PermanentChildren>): children is PermanentChildren =>
  children.locale !== undefined
const hasBooted = (children: Partial<AppChildren>): children is AppChildren =>
  children.session !== undefined
const isSignedIn = (children: Partial<SignedInChildren>): children is SignedInChildren =>
  children.dialogs !== undefined

const isVisiting = (children: Partial<VisitorChildren>): children is VisitorChildren =>
  children.publicScoreboard !== undefined

/** Throws before the app was started, which is a bug of the caller. */
export function permanentChildren({ children }: Parent): PermanentChildren {
  if (!hasPermanent(children)) throw new Error('The app was not started.')
  return children
}

/** Throws before the boot, which is a bug of the caller. */
export function appChildren({ children }: Parent): AppChildren {
  if (!hasBooted(children)) throw new Error('The app was not started.')
  return children
}

/** Undefined while nobody is signed in. */
export const signedInChildren = ({ children }: Parent): SignedInChildren | undefined =>
  isSignedIn(children) ? children : undefined

/** Undefined while there is no visitor. */
export const visitorChildren = ({ children }: Parent): VisitorChildren | undefined =>
  isVisiting(children) ? children : undefined

/** Known once the facts are ready. */
export const userIdIn = (parent: Parent): string =>
  signedInChildren(parent)?.user.getSnapshot().context.data?.id ?? ''

/** Whether the browser notifies. */
export function isNotifying(parent: Parent): boolean {
  const reminder = signedInChildren(parent)?.reminder
  return reminder !== undefined && whenLoaded(notificationsOf)(reminder.getSnapshot()) === 'on'
}

/** The id of a challenge's page among the children. */
export const challengeId = (challenge: ChallengeRef): PageId =>
  `challenge:${challengeKey(challenge)}`

/** The page of a challenge that is open, or was left with a change still in flight. */
export const challengePage = ({ children }: Parent, challenge: ChallengeRef) =>
  children[challengeId(challenge)]

const isChallengePage = (ref: AnyActorRef | undefined): ref is UnloadedPageRef =>
  ref?.id.startsWith('challenge:') === true

export const challengePages = ({ children }: Parent): readonly UnloadedPageRef[] =>
  Object.values<AnyActorRef | undefined>(children).filter(isChallengePage)

/** The actor whose machine is loaded with a page; undefined: there is none. */
export function partActor(parent: Parent, page: Page): AnyActorRef | undefined {
  const { part } = rulesOf(page.name)
  if (page.name === 'challenge') return challengePage(parent, page)
  return part && part !== 'challenge' ? signedInChildren(parent)?.[part] : undefined
}

/** The id of an account's page among the children. */
export const accountPageId = (accountId: string): AccountPageId => `account:${accountId}`

/** The account's page, while it is open. */
export const accountPage = ({ children }: Parent, accountId: string): AccountPageRef | undefined =>
  children[accountPageId(accountId)]
