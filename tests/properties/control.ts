import type { AnyActorRef, AnyMachineSnapshot, EventFrom, EventObject, SnapshotFrom } from 'xstate'
import type { Page } from '../../src/machines/navigation/pages.ts'

/**
 * When a view offers a control that can be pressed, without a text that says why not. `when` is
 * the view's own rule. The property checks that the machine then takes the event.
 */
export interface Control<S, E> {
  readonly events: readonly [E, ...E[]]
  readonly when: (snapshot: S, page: Page | null, event: E) => boolean
}

/** The events of one machine: a control sends each, or it comes from the app itself. */
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

/** The events of a machine that a view sends. */
export function offered(controls: object): readonly AnyControl[] {
  const known = offers.get(controls)
  if (known) return known
  const found = Object.values<AnyControl | 'from app'>({ ...controls }).filter(
    one => one !== 'from app',
  )
  offers.set(controls, found)
  return found
}

/** Shown controls whose machine does not take their events. */
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
