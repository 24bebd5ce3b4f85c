import type { AnyActorRef, AnyMachineSnapshot, EventFrom, EventObject, SnapshotFrom } from 'xstate'
import type { Page } from '../../src/machines/navigation/pages.ts'

/**
 * When a view offers a control, pressable and without a text that says why not. What `when` says is
 * the view's own rule; that the machine takes the event then is what the property asks for.
 */
export interface Control<S, E> {
  readonly events: readonly [E, ...E[]]
  readonly when: (snapshot: S, page: Page | null, event: E) => boolean
}

/** Of one machine: each event is sent by a control, or comes from the app itself. */
export type ControlsOf<R extends AnyActorRef> = {
  readonly [T in EventFrom<R>['type']]:
    | 'from app'
    | Control<SnapshotFrom<R>, Extract<EventFrom<R>, { type: T }>>
}

export const fromApp = <T extends string>(...types: readonly T[]) =>
  Object.fromEntries(types.map(type => [type, 'from app'])) as { readonly [K in T]: 'from app' }

export const always = () => true
export type AnyControl = Control<AnyMachineSnapshot, EventObject>

const offers = new WeakMap<object, readonly AnyControl[]>()

/** Of a machine's events, those that a view sends. */
export function offered(controls: object): readonly AnyControl[] {
  const known = offers.get(controls)
  if (known) return known
  const found = Object.values<AnyControl | 'from app'>({ ...controls }).filter(
    one => one !== 'from app',
  )
  offers.set(controls, found)
  return found
}

/** Controls that are shown, and whose machine does not take what they send. */
export const notTaken = (
  snapshot: AnyMachineSnapshot,
  controls: readonly AnyControl[],
  page: Page | null,
): string[] =>
  controls.flatMap(({ events, when }) =>
    events
      .filter(event => when(snapshot, page, event) && !snapshot.can(event))
      .map(
        ({ type }) => `${snapshot.machine.id} ignores ${type} in ${JSON.stringify(snapshot.value)}`,
      ),
  )
