import type { AnyStateMachine, StateMachine } from 'xstate'
import { nodesOf, pathOf, transitionsOf } from './nodes.ts'
import { guardInWords, hasNamedGuard, nameOf } from './words.ts'

/** What is true in each state of a machine, by the state's path. `(root)` says what the machine is for. */
export type Descriptions = Readonly<Record<string, string>>

type PathIn<Schema> = Schema extends { states: infer Inner }
  ? { [K in keyof Inner & string]: K | `${K}.${PathIn<Inner[K]>}` }[keyof Inner & string]
  : never

type SchemaOf<Machine> =
  Machine extends StateMachine<
    infer _Context,
    infer _Event,
    infer _Children,
    infer _Actor,
    infer _Action,
    infer _Guard,
    infer _Delay,
    infer _Value,
    infer _Tag,
    infer _Input,
    infer _Output,
    infer _Emitted,
    infer _Meta,
    infer Schema
  >
    ? Schema
    : never

/** The descriptions of a machine. They do not compile while a state has none, or is gone. */
export type StatesOf<Machine> = Readonly<Record<'(root)' | PathIn<SchemaOf<Machine>>, string>>

/** States without a description, descriptions without a state, and guards without a name. */
export function* undescribed(
  machine: AnyStateMachine,
  states: Descriptions = {},
): Generator<string> {
  const nodes = [...nodesOf(machine.root)]
  const paths = new Set(nodes.map(pathOf))
  for (const node of nodes) {
    if (!states[pathOf(node)]) yield `${machine.id}: ${nameOf(node)} has no description.`
    for (const transition of transitionsOf(node)) {
      if (hasNamedGuard(transition)) continue
      yield `${machine.id}: ${nameOf(node)} has a guard without a name: ${guardInWords(transition)}`
    }
  }
  for (const path of Object.keys(states)) {
    if (!paths.has(path)) yield `${machine.id}: there is no state ${path}, and it is described.`
  }
}
