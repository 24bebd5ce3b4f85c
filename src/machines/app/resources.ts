import type {
  AccountDetail,
  AccountStats,
  EventDetails,
  History,
  PublicScoreboard,
  Scoreboard,
  SolveTimes,
  Submissions,
  Team,
  User,
} from '../../api/contract.ts'
import type { Catalogue } from '../../domain/challenge.ts'
import { createResource } from '../resource/machine.ts'

/** The resources of the app itself. */
export const resources = {
  user: createResource<User>('user', {
    // The stream does not announce that the VPN is connected.
    isAnnounced: user => user.vpn.ipv4Address === null,
  }),
  stats: createResource<AccountStats>('stats'),
  /** Null: the user has no team. */
  team: createResource<Team | null>('team'),
  catalogue: createResource<Catalogue>('catalogue'),
  flugzeugEnabled: createResource<boolean>('flugzeugEnabled'),
  /** Sleeps if the backend has no extension `event`. */
  eventDetails: createResource<EventDetails>('eventDetails'),
  scoreboard: createResource<Scoreboard>('scoreboard'),
  /** Sleeps without the extension `scoreboard`. */
  history: createResource<History>('history'),
  solveTimes: createResource<SolveTimes>('solveTimes'),
  /** Sleeps without the extension `account`. */
  submissions: createResource<Submissions>('submissions', {
    // Wrong flags of others are not announced.
    isAnnounced: () => false,
  }),
}

/** The page of one account; null: there is no such account. */
export const accountResource = createResource<AccountDetail | null>('account')

/** What visitors see. `NOT_FOUND`: it is no longer public. `TIME_RESTRICTED`: the event has not started. */
export const publicScoreboardResource = createResource<
  PublicScoreboard | 'NOT_FOUND' | 'TIME_RESTRICTED'
>('publicScoreboard', {
  // The app may take the event for started a moment before the server does.
  isMoving: board => board === 'TIME_RESTRICTED',
})
