import { createInspector } from '@statelyai/inspect'
import type { AnyActorRef, InspectionEvent, Observer } from 'xstate'
import { type Inspected, redactInspection } from '../redact.ts'

/**
 * Sends everything that actors do, at once and without secrets. The package's own observer waits until
 * the page is idle: it showed a busy app half a minute late, with later snapshots.
 */
export function observe(send: (event: Inspected) => void): Observer<InspectionEvent> {
  let actor: AnyActorRef | null = null
  const { actor: tellActor, ...tell } = createInspector(
    {
      // The package names an actor after its machine.
      send: event =>
        send(event.type === '@xstate.actor' && actor ? { ...event, ...namesOf(actor) } : event),
    },
    { serialize: redactInspection },
  )
  function next(event: InspectionEvent) {
    actor = event.actorRef as AnyActorRef
    // It has no snapshot yet. The first one follows as its own event.
    if (event.type === '@xstate.actor') tellActor(actor)
    else if (event.type === '@xstate.snapshot') tell.snapshot(actor, event.snapshot, event)
    else if (event.type === '@xstate.event') {
      tell.event(actor, event.event, event.sourceRef && { source: event.sourceRef })
    }
  }
  return {
    next(event) {
      // An error here must not stop the app.
      try {
        next(event)
      } catch (error) {
        reportError(error)
      }
    },
  }
}

/** The parent's name for it; without a parent, the package's. */
const namesOf = ({ id, sessionId, src }: AnyActorRef) => ({
  ...(id !== sessionId && { name: id }),
  ...(typeof src === 'string' && { src }),
})
