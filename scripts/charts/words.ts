import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate'

/** Delayed transitions say their delay. */
type Definition = AnyTransitionDefinition & { readonly delay?: number | string }

/** One transition in words. */
export interface Arrow {
  readonly source: AnyStateNode
  /** Null: it stays where it is. */
  readonly target: AnyStateNode | null
  readonly event: string
  readonly guard: string
  readonly actions: string
}

/** All transitions of a machine, in its own order. */
export function arrowsOf(machine: AnyStateMachine): readonly Arrow[] {
  return [...nodesOf(machine.root)].flatMap(source => [
    ...[...source.transitions.values()].flat().flatMap(one => arrows(source, one)),
    ...(source.always ?? []).flatMap(one => arrows(source, one)),
  ])
}

function* nodesOf(node: AnyStateNode): Generator<AnyStateNode> {
  yield node
  for (const child of Object.values(node.states)) yield* nodesOf(child)
}

function arrows(source: AnyStateNode, definition: Definition): Arrow[] {
  const shared = {
    source,
    event: eventInWords(source, definition),
    guard: inWords(definition.guard),
    actions: definition.actions.map(inWords).join(', '),
  }
  const targets: readonly AnyStateNode[] = definition.target ?? []
  return targets.length > 0
    ? targets.map(target => ({ ...shared, target }))
    : [{ ...shared, target: null }]
}

function eventInWords(source: AnyStateNode, { eventType, delay }: Definition): string {
  if (eventType === '') return 'always'
  if (eventType.startsWith('xstate.after.')) return `after ${delay}`
  for (const { id: child, src } of source.invoke) {
    const name = typeof src === 'string' ? src : child
    if (eventType === `xstate.done.actor.${child}`) return `${name} is done`
    if (eventType === `xstate.error.actor.${child}`) return `${name} fails`
    if (eventType === `xstate.snapshot.${child}`) return `${name} changes`
  }
  return eventType
}

/** A guard or action by its name, and by its source where it has none. */
function inWords(what: unknown): string {
  if (what === undefined || what === null) return ''
  if (typeof what === 'string') return what
  if (typeof what === 'function') return functionInWords(what)
  if (typeof what !== 'object' || !('type' in what)) return ''
  const params = 'params' in what && typeof what.params !== 'function' ? what.params : undefined
  const name = typeof what.type === 'function' ? functionInWords(what.type) : String(what.type)
  return params === undefined ? name : `${name}(${paramsInWords(params)})`
}

const paramsInWords = (params: unknown) =>
  typeof params === 'object' && params !== null ? Object.values(params).join(', ') : String(params)

const joints: Record<string, string> = { checkAnd: ' and ', checkOr: ' or ', checkNot: '' }

function functionInWords(what: object): string {
  if ('type' in what && typeof what.type === 'string') return what.type.replace('xstate.', '')
  if (!('check' in what) || typeof what.check !== 'function') {
    // Where a type stood, stripping leaves blanks.
    return String(what).replace(/\s+/g, ' ').replaceAll(' )', ')')
  }
  if ('guards' in what && Array.isArray(what.guards)) {
    const prefix = what.check.name === 'checkNot' ? 'not ' : ''
    return prefix + what.guards.map(inWords).join(joints[what.check.name])
  }
  return 'stateValue' in what
    ? `in ${JSON.stringify(what.stateValue).replaceAll('"', '')}`
    : 'guard'
}
