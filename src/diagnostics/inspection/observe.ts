import { createInspector } from '@statelyai/inspect'
import type { AnyActorRef, InspectionEvent, Observer } from 'xstate'
import { type Inspected, redactInspection } from '../redact.ts'

/**
 * Sends everything that actors do, at once and without secrets. The package's own observer waits until
 * the page is idle: a busy app was shown half a minute late, with snapshots of a later time.
 */
export function observe(send: (event: Inspected) => void): Observer<InspectionEvent> {
  let actor: AnyActorRef | null = null
  const { actor: tellActor, ...tell } = createInspector(
    {
      // The package calls an actor as its machine is called.
      send: event =>
        send(event.type === '@xstate.actor' && actor ? { ...event, ...namesOf(actor) } : event),
    },
    { serialize: redactInspection },
  )
  function next(event: InspectionEvent) {
    actor = event.actorRef as AnyActorRef
    // It has no snapshot yet: the first one follows as an event of its own.
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

/** What its parent calls it; the package's name stays where there is no parent to call it anything. */
const namesOf = ({ id, sessionId, src }: AnyActorRef) => ({
  ...(id !== sessionId && { name: id }),
  ...(typeof src === 'string' && { src }),
})
