import type { ChallengeDefinition, EventDefinition } from '../event/model.ts'

/** After every real event, and within what dates on the wire can say. */
const never = new Date('9999-12-31T00:00:00Z')

/**
 * A past event that all its participants can read. Nothing closes, and nothing is shown that only leads to a
 * change.
 */
export const asReadOnly = (event: EventDefinition): EventDefinition => {
  const { isPaused: _, ...rest } = event
  return {
    ...rest,
    isReadOnly: true,
    postPlayEnd: never,
    registration: 'closed',
    challenges: event.challenges.map(readable),
    desktop: { ...event.desktop, enabled: false },
    vpn: { ...event.vpn, enabled: false },
  }
}

const readable = (challenge: ChallengeDefinition): ChallengeDefinition => ({
  ...challenge,
  environment: null,
  requires: [],
  hints: challenge.hints.map(hint => ({ ...hint, cost: 0 })),
})
