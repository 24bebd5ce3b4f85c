import type { AccountStats, Scoreboard, SolveTimes, Team, User } from '../../api/contract.ts'
import type { Catalogue } from '../../domain/challenge.ts'
import { createResource } from '../resource/machine.ts'

/** The resources of the app itself. */
export const resources = {
  user: createResource<User>('user'),
  stats: createResource<AccountStats>('stats'),
  /** Null: the user has no team. */
  team: createResource<Team | null>('team'),
  catalogue: createResource<Catalogue>('catalogue'),
  flugzeugEnabled: createResource<boolean>('flugzeugEnabled'),
  scoreboard: createResource<Scoreboard>('scoreboard'),
  solveTimes: createResource<SolveTimes>('solveTimes'),
}
