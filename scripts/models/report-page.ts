import { createElement as element, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { AnyStateMachine } from 'xstate'
import type { Descriptions } from '../../tools/statechart/described.ts'
import type { Drawing } from '../../tools/statechart/drawing/layout.ts'
import { type Marks, Picture } from '../../tools/statechart/drawing/picture.ts'
import { nodesOf, pathOf } from '../../tools/statechart/nodes.ts'
import { nameOf } from '../../tools/statechart/words.ts'
import type { SpecSentence } from './spec-sentences.ts'

/** The results of the tests of one machine. */
export interface MachineReport {
  readonly machine: AnyStateMachine
  readonly file: string
  readonly states: Descriptions
  readonly drawing: Drawing
  /** How many of the paths take each transition, by its key. */
  readonly taken: ReadonlyMap<string, number>
  /** States and transitions that no path reaches. */
  readonly missing: readonly string[]
  readonly spec: readonly SpecSentence[]
  /** What must be visible from outside of the machine. */
  readonly sentences: readonly string[]
  /** Each path as the text of its steps. */
  readonly paths: readonly string[]
  readonly faults: readonly Fault[]
  /** Mutants that survive, with the reason, by what they break. */
  readonly survivors: Readonly<Record<string, string>>
}

export interface Fault {
  readonly what: string
  /** The sentence that becomes untrue, and the steps to it; empty: nothing found the fault. */
  readonly found: string
}

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0 auto; padding: 1rem; max-inline-size: 90rem;
  background: light-dark(#ffffff, #100f0d); color: light-dark(#1d1b17, #ece8df); }
a { color: light-dark(#7a5600, #ffd21f); }
figure { margin: 1rem 0; overflow: auto; }
section { margin-block-start: 3rem; border-block-start: 1px solid light-dark(#8d8678, #7f7768); }
table { border-collapse: collapse; }
th, td { padding: 0.25rem 0.75rem 0.25rem 0; text-align: start; vertical-align: top; }
td.number, th.number { text-align: end; font-variant-numeric: tabular-nums; }
code { overflow-wrap: anywhere; }
pre { margin: 0; white-space: pre-wrap; font-size: 0.85rem; }
summary { cursor: pointer; padding-block: 0.25rem; }
.missed { font-weight: 700; color: light-dark(#a3160c, #ff8a7a); }
`

/** All machines on one page, without further files. */
export function reportPage(reports: readonly MachineReport[]): string {
  const page = element(
    'html',
    { lang: 'en' },
    element(
      'head',
      null,
      element('meta', { charSet: 'utf-8' }),
      element('meta', { name: 'viewport', content: 'width=device-width' }),
      element('title', null, 'Machines and what their tests see'),
      element('style', { dangerouslySetInnerHTML: { __html: style } }),
    ),
    element(
      'body',
      null,
      element('h1', null, 'Machines and what their tests see'),
      element(
        'p',
        null,
        'The bar beside a transition says how many of the paths take it: the darker, the more. Its tooltip has the number, the tooltip of a state what is true in it.',
      ),
      overview(reports),
      reports.map(report => element(Machine, { key: report.machine.id, report })),
    ),
  )
  return `<!doctype html>\n${renderToStaticMarkup(page)}\n`
}

const overview = (reports: readonly MachineReport[]) =>
  table(
    ['machine', 'requirements', 'sentences', 'paths', 'not reached', 'faults found'],
    reports.map(({ machine, spec, sentences, paths, missing, faults }) => [
      element('a', { href: `#${machine.id}` }, machine.id),
      ...[spec.length, sentences.length, paths.length, missing.length],
      faults.length > 0 ? `${faults.filter(({ found }) => found).length} of ${faults.length}` : '',
    ]),
  )

const table = (heads: readonly string[], rows: readonly (readonly ReactNode[])[]) =>
  element(
    'table',
    null,
    element(
      'thead',
      null,
      element(
        'tr',
        null,
        heads.map(head => element('th', { key: head }, head)),
      ),
    ),
    element(
      'tbody',
      null,
      rows.map((cells, at) =>
        element(
          'tr',
          { key: at },
          cells.map((cell, index) =>
            element(
              'td',
              { key: index, className: typeof cell === 'number' ? 'number' : undefined },
              cell,
            ),
          ),
        ),
      ),
    ),
  )

/** A part that can be opened, with the number of what is in it; nothing if it is empty. */
const part = (title: string, count: number, content: ReactNode, isOpen = false) =>
  count > 0 &&
  element('details', { open: isOpen }, element('summary', null, `${title} (${count})`), content)

const list = (items: readonly ReactNode[]) =>
  element(
    'ul',
    null,
    items.map((item, at) => element('li', { key: at }, item)),
  )

function Machine({ report }: { report: MachineReport }) {
  const { machine, file, states, drawing, taken, missing, spec, sentences, paths } = report
  const { faults, survivors } = report
  const { id } = machine
  const marks: Marks = {
    active: new Set(),
    last: new Map(),
    possible: new Set(),
    taken,
    onSend: () => {},
  }
  const nodes = [...nodesOf(machine.root)].slice(1)
  return element(
    'section',
    { id },
    element('h2', null, id),
    element('p', null, states['(root)'], ' ', element('code', null, file)),
    missing.length > 0 &&
      element('p', { className: 'missed' }, `Not reached: ${missing.join(', ')}`),
    element('figure', null, element(Picture, { drawing, label: `Chart of ${id}`, states, marks })),
    part(
      'Sentences of the requirements that its rules prove',
      spec.length,
      list(spec.map(({ section, text }) => `§${section} ${text}`)),
    ),
    part('What must be seen from outside', sentences.length, list(sentences)),
    part(
      'States',
      nodes.length,
      table(
        ['state', 'what is true in it'],
        nodes.map(node => [nameOf(node), states[pathOf(node)]]),
      ),
    ),
    part(
      'Paths',
      paths.length,
      element(
        'div',
        null,
        element('pre', null, `npm run models -- --path '${id}: …' walks one of them.`),
        list(paths),
      ),
    ),
    part(
      'Subtle faults, and what found them',
      faults.length,
      table(
        ['fault', 'found by'],
        faults.map(({ what, found }) => [
          what,
          found
            ? element('pre', null, found)
            : element('span', { className: 'missed' }, 'Nothing found it.'),
        ]),
      ),
      true,
    ),
    part(
      'Mutants that survive, and why',
      Object.keys(survivors).length,
      table(['mutant', 'why nobody can see it'], Object.entries(survivors)),
    ),
  )
}
