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

/** Hears what a machine tells an effect, in the middle of its step. */
type Hear = (effect: AnyActorRef, event: AnyEventObject) => void

/** An effect that does nothing: the trace has what it answered. */
const recordedEffect = (hear: Hear): ActorLogic<Answered, AnyEventObject> => ({
  getInitialSnapshot: (_, input) => ({
    ...{ status: 'active', output: undefined, error: undefined, input },
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
        hear(self, event)
        return snapshot
    }
  },
  getPersistedSnapshot: snapshot => snapshot,
})

/** The real machine, and all real machines below it, with recorded effects. */
export function replayed(
  machine: AnyStateMachine,
  loaded: Set<string>,
  hear: Hear,
): AnyStateMachine {
  const effect = recordedEffect(hear)
  const actors = Object.entries(machine.implementations.actors).map(([name, logic]) => {
    if (logic instanceof StateMachine)
      return [name, replayed(logic as AnyStateMachine, loaded, hear)]
    const later = onDemandMachines[name]
    if (!later || !isOnDemand(machine, name)) return [name, effect]
    const part = replayed(later, loaded, hear)
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
