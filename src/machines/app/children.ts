import type { ActorRefFrom, AnyActorRef } from 'xstate'
import type {
  AccountStats,
  ChallengeRef,
  Scoreboard,
  SolveTimes,
  Team,
  User,
} from '../../api/contract.ts'
import type { Catalogue } from '../../domain/challenge.ts'
import { challengeKey } from '../../domain/challenge.ts'
import type { challengeMachine } from '../challenge/machine.ts'
import type { clockMachine } from '../clock/machine.ts'
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
  readonly dialogs: ActorRefFrom<typeof dialogsMachine>
  readonly sidebar: SidebarRef
  readonly palette: PaletteRef
  readonly reminder: ReminderRef
}

export type ChallengePageRef = ActorRefFrom<typeof challengeMachine>

/** Anything with the app's children: its snapshot. */
interface Parent {
  readonly children: Readonly<Record<string, AnyActorRef | undefined>>
}

export function pageChildren({ children }: Parent): PageChildren {
  return children as unknown as PageChildren
}

/** Throws before the boot, which is a bug of the caller. */
export function appChildren({ children }: Parent): AppChildren {
  if (!children.session) throw new Error('The app has not booted.')
  return children as unknown as AppChildren
}

/** Undefined while nobody is signed in. */
export function signedInChildren({ children }: Parent): SignedInChildren | undefined {
  return children.dialogs ? (children as unknown as SignedInChildren) : undefined
}

/** The id of a challenge's page among the children. */
export const challengeId = (challenge: ChallengeRef) => `challenge:${challengeKey(challenge)}`

/** The pages of challenges that are open, or were left with a change still in flight; by id. */
export function challengePages({ children }: Parent): Readonly<Record<string, ChallengePageRef>> {
  return Object.fromEntries(
    Object.entries(children).filter(([id]) => id.startsWith('challenge:')),
  ) as unknown as Readonly<Record<string, ChallengePageRef>>
}
