import type { AnyMachineSnapshot, AnyStateMachine, AnyStateNode, InspectionEvent } from 'xstate'

/** A state or a transition of a machine, by a key that is the same for each of its clones. */
export interface Item {
  readonly key: string
  readonly kind: 'state' | 'transition'
  /** For people. */
  readonly label: string
}

const pathOf = (node: AnyStateNode) => node.path.join('.') || '(root)'

function* nodesOf(node: AnyStateNode): Generator<AnyStateNode> {
  yield node
  for (const child of Object.values(node.states)) yield* nodesOf(child)
}

/** The transitions of one node: `on`, `after`, `onDone`, `onError`, `onSnapshot`, then `always`. */
export function transitionsOf(node: AnyStateNode) {
  const groups = [...node.transitions.values(), node.always ?? []]
  return groups.flatMap((group, at) =>
    group.map((definition, index) => ({
      key: `${pathOf(node)} | ${at}.${index}`,
      definition,
      event: node.always && at === groups.length - 1 ? 'always' : definition.eventType,
      index,
    })),
  )
}

/** Every state and every transition that the machine defines. */
export function itemsOf(machine: AnyStateMachine): readonly Item[] {
  return [...nodesOf(machine.root)].flatMap(node => [
    { key: pathOf(node), kind: 'state' as const, label: pathOf(node) },
    ...transitionsOf(node).map(({ key, definition, event, index }) => ({
      key,
      kind: 'transition' as const,
      label: `${pathOf(node)}: ${event} #${index} → ${targetsOf(definition.target)}`,
    })),
  ])
}

const targetsOf = (targets: readonly AnyStateNode[] | undefined) =>
  targets?.map(pathOf).join(', ') ?? '(stays)'

/** Keys of the states and transitions that this step went through; nothing for other events. */
export function seenIn(
  event: InspectionEvent,
): { machine: AnyStateMachine; keys: string[] } | null {
  if (event.type !== '@xstate.microstep') return null
  const snapshot = event.snapshot as AnyMachineSnapshot
  const keys: string[] = []
  for (const node of snapshot._nodes) keys.push(pathOf(node))
  for (const transition of event._transitions) {
    for (let node: AnyStateNode | undefined = transition.source; node; node = node.parent) {
      keys.push(pathOf(node))
    }
    const found = transitionsOf(transition.source).find(one => one.definition === transition)
    if (found) keys.push(found.key)
  }
  return { machine: snapshot.machine, keys }
}
