import type { AnyActorRef, AnyStateMachine } from 'xstate'
import { type LoadedRef, loadedRef, type OnDemand, onDemand } from '../../src/machines/on-demand.ts'
import { parts } from '../../src/wiring/parts.ts'

/** Loads the code of all parts, so that an app has its machines from the start. */
export const loadParts = () => Promise.all(Object.values(parts).map(part => part.load()))

/** A machine in the form of one that was loaded on demand. */
export const loaded = <M extends AnyStateMachine>(machine: M): OnDemand<M> =>
  onDemand({ loaded: machine, load: async () => machine }, () => machine)

/** The actor with its machine. */
export function withMachine<R extends AnyActorRef>(ref: R): LoadedRef<R> {
  const found = loadedRef(ref)
  if (!found) throw new Error(`The machine of ${ref.id} is not loaded.`)
  return found
}
