// Every way in which one part of a machine can be broken: read from its configuration, so that the
// script that lists them and the process that runs the tests with one of them agree on their labels.

import { type AnyStateMachine, not } from 'xstate'

type Json = Record<string, unknown>

/** One broken machine. */
export interface Mutant {
  /** What is broken; unique in its machine. */
  readonly label: string
  /** Breaks the configuration, or the delays, that it was made from. */
  readonly apply: () => void
}

export interface Definition {
  readonly config: Json
  /** Delays by name, as given to `setup`. */
  readonly delays: Record<string, unknown>
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A copy that shares functions and actors only. */
export function cloned<T>(value: T): T {
  if (Array.isArray(value)) return value.map(cloned) as T
  if (!isObject(value) || Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, cloned(one)])) as T
}

/** Of a definition that may be changed: clone it before. */
export function mutantsOf({ config, delays }: Definition): readonly Mutant[] {
  const root = { node: config, path: [] as string[], parent: null }
  return [...nodeMutants(root, config), ...delayMutants(delays)]
}

/** What can be broken in a machine. */
export const labelsOf = ({ config, implementations }: AnyStateMachine): readonly string[] =>
  mutantsOf({
    config: cloned(config as unknown as Json),
    delays: { ...implementations.delays },
  }).map(({ label }) => label)

interface Place {
  readonly node: Json
  readonly path: readonly string[]
  readonly parent: Place | null
}

const statesOf = ({ node }: Place): Json => (isObject(node.states) ? node.states : {})

function* nodeMutants(place: Place, root: Json): Generator<Mutant> {
  const { node, path } = place
  const name = path.join('.') || '(root)'
  for (const list of ['entry', 'exit'] as const) {
    if (node[list] !== undefined) {
      yield { label: `${name}: ${list} actions dropped`, apply: () => delete node[list] }
    }
  }
  const children = Object.keys(statesOf(place))
  const { initial } = node
  const other = children.find(key => key !== initial)
  if (typeof initial === 'string' && other) {
    yield {
      label: `${name}: begins in ${other} instead of ${initial}`,
      apply: () => {
        node.initial = other
      },
    }
  }
  yield* holderMutants(node, 'on', name, place, root)
  yield* holderMutants(node, 'after', name, place, root)
  yield* slotMutants(node, 'always', `${name}: always`, place, root)
  yield* slotMutants(node, 'onDone', `${name}: onDone`, place, root)
  const invokes = [node.invoke].flat().filter(isObject)
  for (const invoke of invokes) {
    const called = `${name}: ${String(invoke.src)}`
    yield {
      label: `${called} not invoked`,
      apply: () => {
        node.invoke = invokes.filter(one => one !== invoke)
      },
    }
    for (const slot of ['onDone', 'onError', 'onSnapshot']) {
      yield* slotMutants(invoke, slot, `${called} ${slot}`, place, root)
    }
  }
  for (const [key, child] of Object.entries(statesOf(place))) {
    yield* nodeMutants({ node: child as Json, path: [...path, key], parent: place }, root)
  }
}

function* holderMutants(node: Json, holder: string, name: string, place: Place, root: Json) {
  const slots = node[holder]
  if (!isObject(slots)) return
  for (const key of Object.keys(slots)) {
    yield* slotMutants(slots, key, `${name}: ${holder} ${key}`, place, root)
  }
}

/** One event's transitions: a target, a transition, or a list of these. */
function* slotMutants(
  holder: Json,
  key: string,
  name: string,
  place: Place,
  root: Json,
): Generator<Mutant> {
  if (holder[key] === undefined) return
  const list = [holder[key]].flat().map(one => (isObject(one) ? one : { target: one })) as Json[]
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
    const wrong = wrongTarget(transition.target, place, root)
    if (wrong !== null) {
      yield { label: `${label} goes to ${wrong}`, apply: () => put({ target: wrong }) }
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

/** A neighbour of the right target; null where there is none. */
function wrongTarget(target: unknown, place: Place, root: Json): string | null {
  if (typeof target !== 'string') return null
  if (target.startsWith('#')) {
    const [id, ...rest] = target.slice(1).split('.')
    const found = rest.length === 0 ? pathOfId(root, id ?? '') : rest
    if (!found || found.length === 0) return null
    const wrong = neighbour(found, root)
    return wrong && `#${String(root.id)}.${wrong.join('.')}`
  }
  const isChild = target.startsWith('.')
  const segments = (isChild ? target.slice(1) : target).split('.')
  const base = isChild ? place.path : (place.parent?.path ?? [])
  const wrong = neighbour([...base, ...segments], root)
  return wrong && `#${String(root.id)}.${wrong.join('.')}`
}

function neighbour(path: readonly string[], root: Json): string[] | null {
  const parent = path.slice(0, -1)
  const node = parent.reduce<Json>((at, key) => (at.states as Json)[key] as Json, root)
  const keys = Object.keys(node.states as Json)
  if (keys.length < 2) return null
  const at = keys.indexOf(path.at(-1) ?? '')
  return [...parent, keys[(at + 1) % keys.length] ?? '']
}

function pathOfId(node: Json, id: string, path: string[] = []): string[] | null {
  if (node.id === id) return path
  for (const [key, child] of Object.entries(isObject(node.states) ? node.states : {})) {
    const found = pathOfId(child as Json, id, [...path, key])
    if (found) return found
  }
  return null
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
