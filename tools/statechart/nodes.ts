import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate'

/** `a.b` for the state `b` in `a`; `(root)` for the machine itself. */
export const pathOf = (node: AnyStateNode): string => node.path.join('.') || '(root)'

/** A state with all states in it, the outer ones first, in the order of the source. */
export function* nodesOf(node: AnyStateNode): Generator<AnyStateNode> {
  yield node
  for (const child of Object.values(node.states)) yield* nodesOf(child)
}

/** A delayed transition also has its delay. */
export type Definition = AnyTransitionDefinition & { readonly delay?: number | string }

/** One transition of a state. */
export interface Transition {
  readonly source: AnyStateNode
  readonly definition: Definition
  /** The key is the same for each clone of the machine. */
  readonly key: string
  /** As the machine receives it; empty for `always`. */
  readonly eventType: string
  /** Its place among the transitions of the same event. */
  readonly index: number
  /** If there are none, the state stays as it is. */
  readonly targets: readonly AnyStateNode[]
}

const transitions = new WeakMap<AnyStateNode, readonly Transition[]>()

/** The transitions of one state: `on`, `after`, `onDone`, `onError`, `onSnapshot`, then `always`. */
export function transitionsOf(source: AnyStateNode): readonly Transition[] {
  const known = transitions.get(source) ?? readTransitions(source)
  transitions.set(source, known)
  return known
}

function readTransitions(source: AnyStateNode): readonly Transition[] {
  return [...source.transitions.values(), source.always ?? []].flatMap((group, at) =>
    group.map((definition: Definition, index) => ({
      source,
      definition,
      key: `${pathOf(source)} | ${at}.${index}`,
      eventType: definition.eventType,
      index,
      targets: definition.target ?? [],
    })),
  )
}

/** The ids of the states in a state value. Names that the machine does not have are skipped. */
export function activeIn(machine: AnyStateMachine, value: unknown): ReadonlySet<string> {
  const found = new Set([machine.root.id])
  const enter = (node: AnyStateNode | undefined, inner: unknown) => {
    if (!node) return
    found.add(node.id)
    if (typeof inner === 'string') enter(node.states[inner], {})
    else for (const [key, below] of Object.entries(inner ?? {})) enter(node.states[key], below)
  }
  enter(machine.root, value)
  return found
}
