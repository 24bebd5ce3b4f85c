import type { CallbackActorLogic, EventObject, NonReducibleUnknown } from 'xstate'

/** Told of an error that nothing else handles. */
export type Report = (error: unknown) => void

/**
 * A callback effect that reports what it throws and goes on: when it starts, when it is sent an event,
 * and when it ends. Without this, its error would end the actor that invoked it, and so the whole app.
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
