import type { ChallengeDefinition } from '../event/model.ts'
import { Refusal } from '../refusal.ts'
import type { Handlers } from './context.ts'
import { requireUnlocked } from './extensions/requirements.ts'
import { requireChallenge, requireNotPaused, requirePlay } from './rules.ts'

type InstanceCall = 'getInstance' | 'startInstance' | 'stopInstance' | 'extendInstance'

export const instanceHandlers: Handlers<InstanceCall> = {
  async getInstance(context) {
    const account = requirePlay(context)
    const challenge = requireChallenge(context, context.params)
    if (challenge.environment === null)
      return { state: 'not-running', scheduledStopTime: null, exposedEndpoints: [] }
    return context.environments.get(account.id, challenge)
  },

  async startInstance(context) {
    const account = requirePlay(context)
    requireNotPaused(context.event.current)
    const challenge = requireEnvironment(requireChallenge(context, context.params))
    await requireUnlocked(context, account.id, challenge)
    const caller = { accountId: account.id, userId: context.member.user.id }
    await context.environments.start(caller, challenge)
    return undefined
  },

  async stopInstance(context) {
    const account = requirePlay(context)
    const challenge = requireEnvironment(requireChallenge(context, context.params))
    await context.environments.stop(account.id, challenge)
    return undefined
  },

  async extendInstance(context) {
    const account = requirePlay(context)
    const challenge = requireEnvironment(requireChallenge(context, context.params))
    await context.environments.extend(account.id, challenge)
    return undefined
  },
}

function requireEnvironment(challenge: ChallengeDefinition): ChallengeDefinition {
  if (challenge.environment !== null) return challenge
  throw new Refusal(
    'UNSUPPORTED_ORCHESTRATOR_OPERATION',
    `the challenge ${challenge.name} has no environment`,
  )
}
