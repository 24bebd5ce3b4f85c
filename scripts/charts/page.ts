import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { AnyStateMachine } from 'xstate'
import type { Descriptions } from '../../tools/statechart/described.ts'
import { layoutInProcess } from '../../tools/statechart/drawing/in-process.ts'
import { drawingOf } from '../../tools/statechart/drawing/layout.ts'
import { Picture } from '../../tools/statechart/drawing/picture.ts'
import { nodesOf, pathOf, transitionsOf } from '../../tools/statechart/nodes.ts'
import { actionsInWords, eventInWords, guardInWords, nameOf } from '../../tools/statechart/words.ts'

/** The chart of one machine as SVG: the same drawing as in the inspector, without the marks of a run. */
export async function chartPicture(
  machine: AnyStateMachine,
  states: Descriptions,
): Promise<string> {
  const drawing = await drawingOf(machine, new Set(), layoutInProcess)
  const label = `Chart of ${machine.id}`
  return `${renderToStaticMarkup(createElement(Picture, { drawing, label, states }))}\n`
}

/** The page of one machine: its chart, what is true in each state, and every transition. */
export function chartPage(
  machine: AnyStateMachine,
  states: Descriptions,
  sourceFile: string,
): string {
  const about = [...nodesOf(machine.root)]
    .slice(1)
    .map(node => [nameOf(node), states[pathOf(node)] ?? ''])
  const rows = [...nodesOf(machine.root)].flatMap(transitionsOf).flatMap(transition => {
    const { source, targets } = transition
    const event = eventInWords(transition)
    const guard = guardInWords(transition)
    const actions = actionsInWords(transition).join(', ')
    const ends = targets.length > 0 ? targets.map(nameOf) : ['(stays)']
    return ends.map(end => [nameOf(source), event, guard, end, actions])
  })
  const { id } = machine
  return `# ${id}

Generated from [${sourceFile}](../../${sourceFile}) by \`npm run charts\`. Do not edit.

${states['(root)']}

[![Chart of ${id}](${id}.svg)](${id}.svg)

| state | what is true in it |
|---|---|
${about.map(cells => `| ${cells.map(cell).join(' | ')} |`).join('\n')}

| in | on | when | goes to | does |
|---|---|---|---|---|
${rows.map(cells => `| ${cells.map(cell).join(' | ')} |`).join('\n')}
`
}

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;')
