import type { AnyMachineSnapshot, AnyStateMachine, AnyStateNode, InspectionEvent } from 'xstate'
import { nodesOf, pathOf, transitionsOf } from './nodes.ts'

/** A state or a transition of a machine, by a key that is the same for each of its clones. */
export interface Item {
  readonly key: string
  readonly kind: 'state' | 'transition'
  /** For people. */
  readonly label: string
}

/** Every state and every transition that the machine defines. */
export function itemsOf(machine: AnyStateMachine): readonly Item[] {
  return [...nodesOf(machine.root)].flatMap(node => [
    { key: pathOf(node), kind: 'state' as const, label: pathOf(node) },
    ...transitionsOf(node).map(({ key, eventType, index, targets }) => ({
      key,
      kind: 'transition' as const,
      label: `${pathOf(node)}: ${eventType || 'always'} #${index} → ${
        targets.map(pathOf).join(', ') || '(stays)'
      }`,
    })),
  ])
}

/** Keys of the states and transitions that a microstep went through; null for other events. */
export function seenIn(
  event: InspectionEvent,
): { machine: AnyStateMachine; keys: string[] } | null {
  if (event.type !== '@xstate.microstep') return null
  const snapshot = event.snapshot as AnyMachineSnapshot
  const keys = snapshot._nodes.map(pathOf)
  for (const taken of event._transitions) {
    for (let node: AnyStateNode | undefined = taken.source; node; node = node.parent) {
      keys.push(pathOf(node))
    }
    const found = transitionsOf(taken.source).find(({ definition }) => definition === taken)
    if (found) keys.push(found.key)
  }
  return { machine: snapshot.machine, keys }
}
