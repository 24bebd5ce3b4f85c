// Every way in which one part of a machine can be broken. The script that lists them and the process
// that runs the tests with one of them both read them here, so that they agree on the labels.
import { type AnyStateMachine, type AnyStateNode, createMachine, not } from 'xstate'
import { nodesOf, pathOf, transitionsOf } from '../../../tools/statechart/nodes.ts'

type Json = Record<string, unknown>

/** One broken machine. */
export interface Mutant {
  /** What is broken; unique in its machine. */
  readonly label: string
  /** Breaks the configuration or the delays from which it was made. */
  readonly apply: () => void
}

export interface Definition {
  readonly config: Json
  /** Delays by name, as given to `setup`. */
  readonly delays: Record<string, unknown>
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A copy that shares only functions and actors with the original. */
export function cloned<T>(value: T): T {
  if (Array.isArray(value)) return value.map(cloned) as T
  if (!isObject(value) || Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, cloned(one)])) as T
}

/** The mutants of a definition. They change it, so clone it before. */
export function mutantsOf({ config, delays }: Definition): readonly Mutant[] {
  // Its nodes keep the objects of the configuration, which is what a mutant changes.
  const { root } = createMachine(config as never) as AnyStateMachine
  return [...[...nodesOf(root)].flatMap(node => [...nodeMutants(node)]), ...delayMutants(delays)]
}

/** What can be broken in a machine. */
export const labelsOf = ({ config, implementations }: AnyStateMachine): readonly string[] =>
  mutantsOf({
    config: cloned(config as unknown as Json),
    delays: { ...implementations.delays },
  }).map(({ label }) => label)

function* nodeMutants(node: AnyStateNode): Generator<Mutant> {
  const config = node.config as Json
  const name = pathOf(node)
  for (const list of ['entry', 'exit'] as const) {
    if (config[list] !== undefined) {
      yield { label: `${name}: ${list} actions dropped`, apply: () => delete config[list] }
    }
  }
  const { initial } = config
  const other = Object.keys(node.states).find(key => key !== initial)
  if (typeof initial === 'string' && other) {
    yield {
      label: `${name}: begins in ${other} instead of ${initial}`,
      apply: () => {
        config.initial = other
      },
    }
  }
  const slots = (holder: 'on' | 'after') =>
    Object.keys(isObject(config[holder]) ? config[holder] : {})
  for (const key of slots('on')) {
    yield* slotMutants(node, config.on as Json, key, `${name}: on ${key}`, key)
  }
  for (const key of slots('after')) {
    const type = `xstate.after.${key}.${node.id}`
    yield* slotMutants(node, config.after as Json, key, `${name}: after ${key}`, type)
  }
  yield* slotMutants(node, config, 'always', `${name}: always`, '')
  yield* slotMutants(node, config, 'onDone', `${name}: onDone`, `xstate.done.state.${node.id}`)
  const invokes = [config.invoke].flat().filter(isObject)
  for (const [at, invoke] of invokes.entries()) {
    const called = `${name}: ${String(invoke.src)}`
    yield {
      label: `${called} not invoked`,
      apply: () => {
        config.invoke = invokes.filter(one => one !== invoke)
      },
    }
    const id = node.invoke[at]?.id
    const types = {
      onDone: `xstate.done.actor.${id}`,
      onError: `xstate.error.actor.${id}`,
      onSnapshot: `xstate.snapshot.${id}`,
    }
    for (const [slot, type] of Object.entries(types)) {
      yield* slotMutants(node, invoke, slot, `${called} ${slot}`, type)
    }
  }
}

/** The transitions of one event: a target, a transition, or a list of these. */
function* slotMutants(
  node: AnyStateNode,
  holder: Json,
  key: string,
  name: string,
  eventType: string,
): Generator<Mutant> {
  if (holder[key] === undefined) return
  const list = [holder[key]].flat().map(one => (isObject(one) ? one : { target: one })) as Json[]
  const read = transitionsOf(node).filter(one => one.eventType === eventType)
  for (const [index, transition] of list.entries()) {
    const label = list.length > 1 ? `${name} #${index}` : name
    const put = (changes: Json | null) => {
      const changed = list.flatMap(one =>
        one === transition ? (changes ? [{ ...one, ...changes }] : []) : [one],
      )
      if (changed.length > 0) holder[key] = changed
      else delete holder[key]
    }
    yield { label: `${label} removed`, apply: () => put(null) }
    const target = read[index]?.targets[0]
    const wrong = target && siblingOf(target)
    if (wrong) {
      const path = `#${wrong.machine.root.id}.${wrong.path.join('.')}`
      yield { label: `${label} goes to ${path}`, apply: () => put({ target: path }) }
    }
    if (transition.guard !== undefined) {
      yield { label: `${label} without its guard`, apply: () => put({ guard: undefined }) }
      yield {
        label: `${label} with its guard negated`,
        apply: () => put({ guard: not(transition.guard as never) }),
      }
    }
    if (transition.actions !== undefined) {
      yield { label: `${label} without its actions`, apply: () => put({ actions: undefined }) }
    }
    if (transition.reenter === true) {
      yield { label: `${label} without entering again`, apply: () => put({ reenter: false }) }
    }
  }
}

/** The next sibling state; undefined: there is none. */
function siblingOf({ key, parent }: AnyStateNode): AnyStateNode | undefined {
  const keys = Object.keys(parent?.states ?? {})
  const next = keys[(keys.indexOf(key) + 1) % keys.length]
  return next === undefined || next === key ? undefined : parent?.states[next]
}

function* delayMutants(delays: Record<string, unknown>): Generator<Mutant> {
  for (const [name, delay] of Object.entries(delays)) {
    const scaled = (factor: number) => () => {
      delays[name] =
        typeof delay === 'function'
          ? (...args: readonly unknown[]) => delay(...args) * factor
          : Number(delay) * factor
    }
    yield { label: `delay ${name} twice as long`, apply: scaled(2) }
    yield { label: `delay ${name} half as long`, apply: scaled(0.5) }
  }
}
