import type { AnyStateMachine, AnyStateNode } from 'xstate'
import { nodesOf, pathOf, type Transition, transitionsOf } from '../nodes.ts'
import { actionsInWords, eventInWords, guardInWords, nameOf, ownActionsInWords } from '../words.ts'
import { wrapped } from './text.ts'

/** A line of text or several: one transition, effect, tag or action. */
export interface Row {
  /** The key of the transition that it shows; null: it shows something else. */
  readonly key: string | null
  /** The event that takes this transition, and the state that must be active; null: nobody can send that event. */
  readonly sent: { readonly state: string; readonly type: string } | null
  /** Its whole text, without line breaks and cuts. */
  readonly whole: string
  readonly lines: readonly string[]
}

/** A state as a box. */
export interface Box {
  /** The id of the state. */
  readonly id: string
  /** Its path, as `states.ts` names it: `open.idle`. */
  readonly path: string
  readonly title: string
  readonly kind: AnyStateNode['type']
  readonly rows: readonly Row[]
  readonly inner: readonly Box[]
  /** Arrows between the boxes that are directly in it. */
  readonly arrows: readonly Arrow[]
  /** The state that it begins in, if that is one of `inner`. */
  readonly initial: string | null
  /** How many states are not drawn, since it is folded. */
  readonly folded: number
}

/**
 * All transitions from one box to another one beside it. A transition that begins or ends deeper in them says
 * where: arrows through the borders of boxes made drawings three times as wide.
 */
export interface Arrow {
  readonly id: string
  /** Null: from whatever is active in the box around it. */
  readonly source: string | null
  readonly target: string
  readonly rows: readonly Row[]
}

const rowOf = (whole: string): Row => ({ key: null, sent: null, whole, lines: wrapped(whole) })

function transitionRow({ key, source, eventType }: Transition, whole: string): Row {
  const isOwn = eventType === '' || eventType.startsWith('xstate.') || eventType.includes('*')
  return { ...rowOf(whole), key, sent: isOwn ? null : { state: source.id, type: eventType } }
}

/** What a transition says: its event, its guard, where it leads if its arrow does not say so, its actions. */
function textOf(transition: Transition, goal: string): string {
  // The parameters of a guard without a name say nothing.
  const guard = guardInWords(transition).replace(/\([^()]*\) => /g, '')
  const actions = actionsInWords(transition).join(', ')
  const parts = [guard && ` [${guard}]`, goal && ` → ${goal}`, actions && ` / ${actions}`]
  return eventInWords(transition) + parts.join('')
}

/** From the machine itself down to the state. */
const nodesDownTo = (node: AnyStateNode): readonly AnyStateNode[] =>
  node.parent ? [...nodesDownTo(node.parent), node] : [node]

/** The name of a state as seen from one that it is in. */
const nameWithin = (node: AnyStateNode, outer: AnyStateNode) =>
  node.path.slice(outer.path.length).join('.')

/** Both ends of an arrow, and the box that it is in. */
interface Ends {
  readonly home: AnyStateNode
  readonly source: AnyStateNode | null
  readonly target: AnyStateNode
}

/**
 * Where a transition is drawn. Null: it has no arrow, and is a row of its state. It stays in that state, or goes to a
 * state around it, or to a region that is active at the same time.
 */
function endsOf(source: AnyStateNode, target: AnyStateNode): Ends | null {
  const from = nodesDownTo(source)
  const to = nodesDownTo(target)
  const length = to.findIndex((node, index) => node !== from[index])
  const home = to[length - 1]
  const end = to[length]
  if (!home || !end || home.type === 'parallel') return null
  return { home, source: from[length] ?? null, target: end }
}

/** What a machine looks like, before it has places. `folded` has the ids of states whose inner ones are not drawn. */
export function boxOf(machine: AnyStateMachine, folded: ReadonlySet<string>): Box {
  const arrows = new Map<AnyStateNode, Map<string, Arrow>>()
  const rows = new Map<AnyStateNode, Row[]>()

  function addRow(source: AnyStateNode, row: Row) {
    rows.set(source, [...(rows.get(source) ?? []), row])
  }

  function addArrow({ home, source, target }: Ends, row: Row) {
    const id = `${source?.id ?? `any of ${home.id}`} → ${target.id}`
    const ofHome = arrows.get(home) ?? new Map<string, Arrow>()
    arrows.set(home, ofHome)
    const before = ofHome.get(id)?.rows ?? []
    ofHome.set(id, {
      id,
      source: source?.id ?? null,
      target: target.id,
      rows: [...before, row],
    })
  }

  function add(transition: Transition, target: AnyStateNode | null) {
    const { source } = transition
    const ends = target && endsOf(source, target)
    if (ends) {
      const before = ends.source && nameWithin(source, ends.source)
      const text = textOf(transition, nameWithin(target, ends.target))
      return addArrow(ends, transitionRow(transition, before ? `${before}: ${text}` : text))
    }
    const goal = !target || target === source ? '' : nameOf(target)
    addRow(source, transitionRow(transition, textOf(transition, goal)))
  }

  for (const node of nodesOf(machine.root)) {
    for (const transition of transitionsOf(node)) {
      const ends = transition.targets.length > 0 ? transition.targets : [null]
      for (const target of ends) add(transition, target)
    }
  }

  function box(node: AnyStateNode): Box {
    const isFolded = folded.has(node.id) && Object.keys(node.states).length > 0
    const inner = isFolded ? [] : Object.values(node.states).map(box)
    const initial = node.initial?.target?.[0]?.id
    return {
      id: node.id,
      path: pathOf(node),
      title: node.key,
      kind: node.type,
      inner,
      rows: [...ofState(node), ...(rows.get(node) ?? [])],
      arrows: isFolded ? [] : [...(arrows.get(node)?.values() ?? [])],
      initial: inner.find(({ id }) => id === initial)?.id ?? null,
      folded: isFolded ? [...nodesOf(node)].length - 1 : 0,
    }
  }
  return box(machine.root)
}

/** The same box with lines of that many characters. */
export function rewrapped(box: Box, most: number): Box {
  const rewrap = (rows: readonly Row[]) =>
    rows.map(row => ({ ...row, lines: wrapped(row.whole, most) }))
  return {
    ...box,
    rows: rewrap(box.rows),
    inner: box.inner.map(inner => rewrapped(inner, most)),
    arrows: box.arrows.map(arrow => ({ ...arrow, rows: rewrap(arrow.rows) })),
  }
}

/** What is true of a state beside its transitions. */
function ofState(node: AnyStateNode): readonly Row[] {
  const { entry, exit, tags, invoke } = node
  const actions = (when: string, list: typeof entry) => {
    const names = ownActionsInWords(node, list)
    return names.length > 0 ? [rowOf(`${when} / ${names.join(', ')}`)] : []
  }
  return [
    ...[...tags].map(tag => rowOf(`#${tag}`)),
    ...invoke.map(({ id, src }) =>
      rowOf(`runs ${typeof src === 'string' && !src.startsWith('xstate.') ? src : id}`),
    ),
    ...actions('entry', entry),
    ...actions('exit', exit),
  ]
}
