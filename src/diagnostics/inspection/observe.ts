import { createInspector } from '@statelyai/inspect'
import type { AnyActorRef, InspectionEvent, Observer } from 'xstate'
import { type Inspected, redactInspection } from '../redact.ts'

/**
 * Tells everything that actors do, at once and without secrets. The package's own observer is not
 * used: it tells one event whenever the page has nothing else to do, so that an app that is at work
 * was shown half a minute late, and with the snapshots of later.
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
    // It has no snapshot yet: its first one is told apart.
    if (event.type === '@xstate.actor') tellActor(actor)
    else if (event.type === '@xstate.snapshot') tell.snapshot(actor, event.snapshot, event)
    else if (event.type === '@xstate.event') {
      tell.event(actor, event.event, event.sourceRef && { source: event.sourceRef })
    }
  }
  return {
    next(event) {
      // Whatever goes wrong here must not stop the app that is watched.
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
