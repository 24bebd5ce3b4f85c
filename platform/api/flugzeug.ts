import { Refusal } from '../refusal.ts'
import type { CallContext, Handlers } from './context.ts'
import { requirePlay } from './rules.ts'

type FlugzeugCall =
  | 'getFlugzeug'
  | 'createFlugzeug'
  | 'resetFlugzeug'
  | 'startFlugzeug'
  | 'stopFlugzeug'
  | 'prolongFlugzeug'
  | 'getFlugzeugEnabled'

type Context = Pick<CallContext<FlugzeugCall>, 'desktops' | 'member' | 'event' | 'now'>

/** The desktops, and whose is meant. */
function prepare(context: Context, code: 'NO_FLUGZEUG' | 'UNSUPPORTED_ORCHESTRATOR_OPERATION') {
  requirePlay(context)
  const { desktops, member } = context
  if (!desktops?.enabled) throw new Refusal(code, 'this event has no desktops')
  return { desktops, userId: member.user.id }
}

export const flugzeugCalls: Handlers<FlugzeugCall> = {
  async getFlugzeug(context) {
    const { desktops, userId } = prepare(context, 'NO_FLUGZEUG')
    return desktops.get(userId)
  },
  async createFlugzeug(context) {
    const { desktops, userId } = prepare(context, 'UNSUPPORTED_ORCHESTRATOR_OPERATION')
    await desktops.create(userId)
    return undefined
  },
  async resetFlugzeug(context) {
    const { desktops, userId } = prepare(context, 'NO_FLUGZEUG')
    await desktops.reset(userId)
    return undefined
  },
  async startFlugzeug(context) {
    const { desktops, userId } = prepare(context, 'NO_FLUGZEUG')
    await desktops.start(userId)
    return undefined
  },
  async stopFlugzeug(context) {
    const { desktops, userId } = prepare(context, 'NO_FLUGZEUG')
    await desktops.stop(userId)
    return undefined
  },
  async prolongFlugzeug(context) {
    const { desktops, userId } = prepare(context, 'NO_FLUGZEUG')
    await desktops.prolong(userId)
    return undefined
  },
  async getFlugzeugEnabled(context) {
    requirePlay(context)
    return { enabled: context.desktops?.enabled ?? false }
  },
}
