import { Refusal } from '../refusal.ts'
import type { CallContext, Handlers } from './context.ts'
import type { DesktopsApi } from './part-interfaces.ts'
import { requirePlay } from './rules.ts'

type Change =
  | 'createFlugzeug'
  | 'resetFlugzeug'
  | 'startFlugzeug'
  | 'stopFlugzeug'
  | 'extendFlugzeug'
type FlugzeugCall = Change | 'getFlugzeug' | 'getFlugzeugEnabled'

type Context = Pick<CallContext<FlugzeugCall>, 'desktops' | 'member' | 'grantId' | 'event' | 'now'>
type Code = 'NO_FLUGZEUG' | 'UNSUPPORTED_ORCHESTRATOR_OPERATION'

/** @param code of the refusal if the event has no desktops */
function requireDesktops(context: Context, code: Code): DesktopsApi {
  requirePlay(context)
  if (context.desktops?.enabled) return context.desktops
  throw new Refusal(code, 'this event has no desktops')
}

const change =
  (what: 'create' | 'reset' | 'start' | 'stop' | 'extend', code: Code = 'NO_FLUGZEUG') =>
  async (context: Context): Promise<undefined> => {
    await requireDesktops(context, code)[what](context.member.user.id)
  }

export const flugzeugHandlers: Handlers<FlugzeugCall> = {
  getFlugzeug: async context =>
    requireDesktops(context, 'NO_FLUGZEUG').get(context.member.user.id, context.grantId),
  createFlugzeug: change('create', 'UNSUPPORTED_ORCHESTRATOR_OPERATION'),
  resetFlugzeug: change('reset'),
  startFlugzeug: change('start'),
  stopFlugzeug: change('stop'),
  extendFlugzeug: change('extend'),
  async getFlugzeugEnabled(context) {
    requirePlay(context)
    return { enabled: context.desktops?.enabled ?? false }
  },
}
