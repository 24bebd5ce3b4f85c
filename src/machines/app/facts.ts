import type { Failure } from '../../domain/answer.ts'
import { hasExtension } from '../../domain/extensions.ts'
import { canPlay, type Facts, noExtensions } from '../../domain/facts.ts'
import { isPaused, phaseOf } from '../event/selectors.ts'
import type { SignedInChildren } from './children.ts'

/** The facts, from the children's data. */
export function factsOf(children: SignedInChildren): Facts {
  const { metadata } = children.event.getSnapshot().context
  const phase = phaseOf(children.event.getSnapshot())
  const user = children.user.getSnapshot().context.data
  const stats = children.stats.getSnapshot().context.data
  const team = children.team.getSnapshot().context.data
  const enabled = children.flugzeugEnabled.getSnapshot().context
  const teamMode = metadata?.teamModeEnabled ?? false
  const details = children.eventDetails.getSnapshot().context
  const hasDetails = hasExtension(metadata, 'event')
  const facts: Facts = {
    isReady:
      phase !== null &&
      user !== undefined &&
      stats !== undefined &&
      (!teamMode || team !== undefined) &&
      // If they cannot be read, the app continues without them.
      (!hasDetails || details.data !== undefined || details.failure !== null),
    phase,
    isPaused: isPaused(children.event.getSnapshot()),
    isReadOnly: metadata?.isReadOnly === true,
    teamMode,
    hasTeam: teamMode && Boolean(team),
    hasScoreGroup: stats?.accountHasScoreGroup ?? false,
    isBanned: stats?.isBanned ?? false,
    flugzeugEnabled: enabled.data ?? whyUnknown(enabled.failure),
    extensions: metadata?.extensions ?? noExtensions,
  }
  return canPlay(facts) ? facts : { ...facts, flugzeugEnabled: null }
}

/** A server whose clock is behind takes the event for started later than the app: it is asked again. */
const whyUnknown = (failure: Failure | null) =>
  failure && (failure.code === 'TIME_RESTRICTED' ? false : 'unreadable')
