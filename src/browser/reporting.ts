import type { CallbackActorLogic, EventObject, NonReducibleUnknown } from 'xstate'

/** Called with an error that nothing else handles. */
export type Report = (error: unknown) => void

/**
 * Wraps a callback effect. An error at its start, on an event or at its end is reported, and the effect
 * goes on. Otherwise an error would end the actor that invoked the effect, and so the whole app.
 */
export function reporting<E extends EventObject, I extends NonReducibleUnknown>(
  logic: CallbackActorLogic<E, I>,
  report: Report,
): CallbackActorLogic<E, I> {
  return {
    ...logic,
    start(snapshot, scope) {
      try {
        logic.start?.(snapshot, scope)
      } catch (error) {
        report(error)
      }
    },
    transition(snapshot, event, scope) {
      try {
        return logic.transition(snapshot, event, scope)
      } catch (error) {
        report(error)
        return isStop(event) ? { ...snapshot, status: 'stopped', error: undefined } : snapshot
      }
    },
  }
}

const isStop = ({ type }: EventObject) => type === 'xstate.stop'
