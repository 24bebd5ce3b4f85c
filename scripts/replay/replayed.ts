import {
  type ActorLogic,
  type AnyActorRef,
  type AnyEventObject,
  type AnyStateMachine,
  type Snapshot,
  StateMachine,
} from 'xstate'
import { onDemandMachines } from '../../src/inspector/machines.ts'
import { onDemand } from '../../src/machines/on-demand.ts'

type Answered = Snapshot<unknown> & { readonly input: unknown }

/** Is called for effects during the step of their machine. */
export interface Listener {
  /** An effect has started. */
  started(effect: AnyActorRef): void
  /** An effect gets an event from its machine. */
  heard(effect: AnyActorRef, event: AnyEventObject): void
}

/** An effect that does nothing: its answers come from the trace. */
const recordedEffect = (listener: Listener): ActorLogic<Answered, AnyEventObject> => ({
  start: (_, { self }) => listener.started(self),
  getInitialSnapshot: (_, input) => ({
    status: 'active',
    output: undefined,
    error: undefined,
    input,
  }),
  transition(snapshot, event, { self }) {
    switch (event.type) {
      case 'xstate.promise.resolve':
        return { ...snapshot, status: 'done', output: event.data, error: undefined }
      case 'xstate.promise.reject':
        return { ...snapshot, status: 'error', output: undefined, error: event.data }
      case 'xstate.stop':
        return { ...snapshot, status: 'stopped', output: undefined, error: undefined }
      default:
        listener.heard(self, event)
        return snapshot
    }
  },
  getPersistedSnapshot: snapshot => snapshot,
})

/** The real machine, and all real machines below it, with recorded effects. */
export function replayed(
  machine: AnyStateMachine,
  loaded: Set<string>,
  listener: Listener,
): AnyStateMachine {
  const effect = recordedEffect(listener)
  const actors = Object.entries(machine.implementations.actors).map(([name, logic]) => {
    if (logic instanceof StateMachine)
      return [name, replayed(logic as AnyStateMachine, loaded, listener)]
    const later = onDemandMachines[name]
    if (!later || !isOnDemand(machine, name)) return [name, effect]
    const part = replayed(later, loaded, listener)
    const file = {
      get loaded() {
        return loaded.has(name) ? part : undefined
      },
      load: () => new Promise<AnyStateMachine>(() => {}),
    }
    return [name, onDemand(file, () => part)]
  })
  return machine.provide({ actors: Object.fromEntries(actors) })
}

/** Other machines may have an effect of the same name. */
const isOnDemand = ({ id }: AnyStateMachine, name: string) =>
  name === 'vpn' ? id === 'dialogs' : id === 'app'
