import type { OrganiserAnswer } from '../../platform/organiser/organiser.ts'
import { printable } from '../../platform/terminal/printable.ts'
import { tableLines } from '../../platform/terminal/table.ts'
import { padTo, widthOf } from '../../platform/terminal/width.ts'
import { withLocalTimes } from './times.ts'

type Planned = Extract<OrganiserAnswer, { changes: unknown }>

const line = (text: string) => printable(withLocalTimes(text))

/** What changes, and what else to know: a line each. */
export function changesText({ changes, notes }: Planned): string {
  const width = changes.reduce((most, { what }) => Math.max(most, widthOf(printable(what))), 0)
  return [
    ...changes.map(({ what, before, after }) => {
      const sign = before === null ? '+' : after === null ? '-' : '~'
      const values = [before, after].flatMap(one => (one === null ? [] : [line(one)]))
      return `${sign} ${padTo(printable(what), width)}  ${values.join(' → ')}`
    }),
    ...notes.map(note => `  note: ${line(note)}`),
  ].join('\n')
}

type Cell = string | number | null

/** A number below zero gets a minus sign. */
const cellText = (cell: Cell) =>
  typeof cell === 'number' && cell < 0 ? `−${-cell}` : `${cell ?? '–'}`

/** A table whose columns are as wide as their widest cell. */
export function tableText(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const texts = rows.map(row => row.map(cell => line(cellText(cell))))
  return tableLines(head, texts).join('\n')
}
