import type { OrganiserAnswer } from '../../platform/organiser/organiser.ts'
import { printable } from './printable.ts'
import { withLocalTimes } from './times.ts'

type Planned = Extract<OrganiserAnswer, { changes: unknown }>

const line = (text: string) => printable(withLocalTimes(text))

/** What changes, a line each, and what else to know. */
export function changesText({ changes, notes }: Planned): string {
  const width = Math.max(...changes.map(({ what }) => printable(what).length))
  return [
    ...changes.map(({ what, before, after }) => {
      const sign = before === null ? '+' : after === null ? '-' : '~'
      const values = [before, after].flatMap(one => (one === null ? [] : [line(one)]))
      return `${sign} ${printable(what).padEnd(width)}  ${values.join(' → ')}`
    }),
    ...notes.map(note => `  note: ${line(note)}`),
  ].join('\n')
}

type Cell = string | number | null

/** A table whose columns are as wide as their widest cell. */
export function tableText(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const texts = rows.map(row => row.map(cell => line(`${cell ?? '–'}`)))
  const all = [head, head.map((_, at) => '─'.repeat(widthOf(at))), ...texts]
  function widthOf(at: number) {
    return Math.max(...[head, ...texts].map(row => (row[at] ?? '').length))
  }
  return all
    .map(row =>
      row
        .map((cell, at) => cell.padEnd(widthOf(at)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
