import type { AnyStateMachine, AnyStateNode } from 'xstate'
import { StateMachine } from 'xstate'
import { appMachine } from '../machines/app/machine.ts'
import { desktopMachine } from '../machines/desktop/machine.ts'
import { desktopBarMachine } from '../machines/desktopBar/machine.ts'

/** The machines of the app by their ids: what they are made of comes from here, not from the app. */
export const machines: ReadonlyMap<string, AnyStateMachine> = new Map(
  [appMachine, desktopMachine, desktopBarMachine].flatMap(machine =>
    withChildren(machine as unknown as AnyStateMachine),
  ),
)

function withChildren(machine: AnyStateMachine): [string, AnyStateMachine][] {
  const children = Object.values(machine.implementations.actors).filter(
    logic => logic instanceof StateMachine,
  )
  return [[machine.id, machine], ...children.flatMap(withChildren)]
}

/** The ids of the states that a state value holds; none where it is none of the machine's. */
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

/** One transition as its state lists it. */
export interface Arrow {
  readonly event: string
  /** As the machine receives it. */
  readonly type: string
  readonly guard: string
  /** Null: it stays where it is. */
  readonly target: AnyStateNode | null
}

export const arrowsOf = (node: AnyStateNode): Arrow[] =>
  [...[...node.transitions.values()].flat(), ...(node.always ?? [])].map(definition => ({
    type: definition.eventType,
    event: eventName(node, definition.eventType, (definition as { delay?: unknown }).delay),
    guard: guardName(definition.guard),
    target: definition.target?.[0] ?? null,
  }))

/** `xstate.after.2000.…` and its like, as one reads them in the source. */
function eventName(node: AnyStateNode, type: string, delay: unknown): string {
  if (type === '') return 'at once'
  if (type.startsWith('xstate.after.')) return `after ${delay}`
  const [, kind, id] = /^xstate\.(done|error|snapshot)\.actor\.(.*)$/.exec(type) ?? []
  if (!kind) return type.replace('xstate.', '')
  const src = node.invoke.find(one => one.id === id)?.src
  const verb = { done: 'done', error: 'fails', snapshot: 'changes' }[kind]
  return `${typeof src === 'string' && !src.startsWith('xstate.') ? src : id} ${verb}`
}

function guardName(guard: unknown): string {
  if (guard === undefined) return ''
  if (typeof guard === 'string') return guard
  if (typeof guard === 'object' && guard !== null && 'type' in guard) {
    const params =
      'params' in guard && typeof guard.params !== 'function' ? guard.params : undefined
    const said = typeof params === 'object' && params !== null ? Object.values(params) : params
    return said === undefined ? String(guard.type) : `${guard.type}: ${said}`
  }
  return '…'
}
