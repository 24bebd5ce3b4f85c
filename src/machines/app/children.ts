import type { ActorRefFrom } from 'xstate'
import type {
  AccountStats,
  ChallengeRef,
  Scoreboard,
  SolveTimes,
  Team,
  User,
} from '../../api/contract.ts'
import { type Catalogue, challengeKey } from '../../domain/challenge.ts'
import type { challengeMachine } from '../challenge/machine.ts'
import type { clockMachine } from '../clock/machine.ts'
import type { copyMachine } from '../copy/machine.ts'
import type { dialogsMachine } from '../dialogs/machine.ts'
import type { eventMachine } from '../event/machine.ts'
import type { flugzeugMachine } from '../flugzeug/machine.ts'
import type { homeMachine } from '../home/machine.ts'
import type { localeMachine } from '../locale/machine.ts'
import type { membershipMachine } from '../membership/machine.ts'
import type { networkMachine } from '../network/machine.ts'
import type { PaletteRef } from '../palette/machine.ts'
import type { ReminderRef } from '../reminder/machine.ts'
import type { ResourceRef } from '../resource/machine.ts'
import type { schemeMachine } from '../scheme/machine.ts'
import type { sessionMachine } from '../session/machine.ts'
import type { SidebarRef } from '../sidebar/machine.ts'

/** Alive in every state, an unconfigured page included. */
export interface PageChildren {
  readonly locale: ActorRefFrom<typeof localeMachine>
  readonly scheme: ActorRefFrom<typeof schemeMachine>
}

/** Alive from the boot on. */
export interface AppChildren extends PageChildren {
  readonly clock: ActorRefFrom<typeof clockMachine>
  readonly network: ActorRefFrom<typeof networkMachine>
  readonly session: ActorRefFrom<typeof sessionMachine>
}

/** Alive while somebody is signed in. */
export interface SignedInChildren {
  readonly event: ActorRefFrom<typeof eventMachine>
  readonly user: ResourceRef<User>
  readonly stats: ResourceRef<AccountStats>
  /** Null: the user has no team. */
  readonly team: ResourceRef<Team | null>
  readonly catalogue: ResourceRef<Catalogue>
  readonly flugzeugEnabled: ResourceRef<boolean>
  readonly scoreboard: ResourceRef<Scoreboard>
  readonly solveTimes: ResourceRef<SolveTimes>
  readonly home: ActorRefFrom<typeof homeMachine>
  readonly membership: ActorRefFrom<typeof membershipMachine>
  readonly flugzeug: ActorRefFrom<typeof flugzeugMachine>
  /** The clipboard. */
  readonly copy: ActorRefFrom<typeof copyMachine>
  readonly dialogs: ActorRefFrom<typeof dialogsMachine>
  readonly sidebar: SidebarRef
  readonly palette: PaletteRef
  readonly reminder: ReminderRef
}

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

// One state invokes all of a group, so where one is, the others are, too.
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
