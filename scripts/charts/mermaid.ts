import type { AnyStateMachine, AnyStateNode } from 'xstate'
import { nodesOf, transitionsOf } from '../../tools/statechart/nodes.ts'
import { actionsInWords, eventInWords, guardInWords } from '../../tools/statechart/words.ts'

/** A transition to one of its targets, in words. */
interface Arrow {
  readonly source: AnyStateNode
  /** Null: it stays where it is. */
  readonly target: AnyStateNode | null
  readonly event: string
  readonly guard: string
  readonly actions: string
}

function arrowsOf(machine: AnyStateMachine): readonly Arrow[] {
  return [...nodesOf(machine.root)].flatMap(transitionsOf).flatMap(transition => {
    const { source, targets } = transition
    const event = eventInWords(transition)
    const guard = guardInWords(transition)
    const actions = actionsInWords(transition).join(', ')
    const ends = targets.length > 0 ? targets : [null]
    return ends.map(target => ({ source, target, event, guard, actions }))
  })
}

/** The page of one machine: its diagram, and below it every transition with guard and actions. */
export function chartPage(machine: AnyStateMachine, sourceFile: string): string {
  const arrows = arrowsOf(machine)
  const rows = arrows.map(({ source, event, guard, target, actions }) => [
    nameOf(source),
    event,
    guard,
    target ? nameOf(target) : '(stays)',
    actions,
  ])
  return `# ${machine.id}

Generated from [${sourceFile}](../../${sourceFile}) by \`npm run charts\`. Do not edit.

\`\`\`mermaid
stateDiagram-v2
${[...rootLines(machine.root, arrows)].join('\n')}
\`\`\`

| in | on | when | goes to | does |
|---|---|---|---|---|
${rows.map(cells => `| ${cells.map(cell).join(' | ')} |`).join('\n')}
`
}

const nameOf = (node: AnyStateNode) => node.path.join('.') || node.key
const idOf = (node: AnyStateNode) => ['s', ...node.path].join('_')
const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;')

const isWithin = (node: AnyStateNode, outer: AnyStateNode): boolean =>
  node === outer || (node.parent !== undefined && isWithin(node.parent, outer))

/** The innermost state that holds both ends: Mermaid draws an arrow only there. */
function homeOf({ source, target }: Arrow): AnyStateNode {
  let home = source.parent ?? source
  while (target && !(isWithin(target, home) && target !== home) && home.parent) home = home.parent
  return home
}

/** An arrow from a state to one of its own states cannot be drawn. The table lists it. */
const isDrawn = ({ source, target }: Arrow) =>
  target !== null && (target === source || !(isWithin(target, source) || isWithin(source, target)))

/** Regions side by side must be within a state. */
function* rootLines(root: AnyStateNode, arrows: readonly Arrow[]): Generator<string> {
  if (root.type !== 'parallel') return yield* stateLines(root, arrows, '  ')
  yield `  state "${root.key}" as ${idOf(root)}`
  yield `  state ${idOf(root)} {`
  yield* stateLines(root, arrows, '    ')
  yield '  }'
}

function* stateLines(
  node: AnyStateNode,
  arrows: readonly Arrow[],
  indent: string,
): Generator<string> {
  const initial = node.initial?.target?.[0]
  if (initial && node.type === 'compound') yield `${indent}[*] --> ${idOf(initial)}`
  for (const [index, child] of Object.values(node.states).entries()) {
    if (index > 0 && node.type === 'parallel') yield `${indent}--`
    yield `${indent}state "${child.key}" as ${idOf(child)}`
    if (Object.keys(child.states).length > 0) {
      yield `${indent}state ${idOf(child)} {`
      yield* stateLines(child, arrows, `${indent}  `)
      yield `${indent}}`
    }
    if (child.type === 'final') yield `${indent}${idOf(child)} --> [*]`
  }
  for (const arrow of arrows) {
    if (!arrow.target || !isDrawn(arrow) || homeOf(arrow) !== node) continue
    const guard = arrow.guard ? ` [${short(arrow.guard)}]` : ''
    yield `${indent}${idOf(arrow.source)} --> ${idOf(arrow.target)} : ${short(arrow.event)}${guard}`
  }
}

/** Mermaid reads colons, semicolons and brackets in a label as its own. */
const short = (text: string) =>
  text.includes('=>') ? 'see below' : text.replaceAll(/[:;{}#"]/g, ' ').replaceAll(/\s+/g, ' ')
