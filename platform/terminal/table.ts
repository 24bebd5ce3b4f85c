import { padTo, widthOf } from './width.ts'

/** The lines of a table whose columns are as wide as their widest cell. The second line is a rule. */
export function tableLines(
  head: readonly string[],
  rows: readonly (readonly string[])[],
): string[] {
  // Without `Math.max(...)`, which takes about 100,000 arguments at most.
  const widths = head.map((title, at) =>
    rows.reduce((most, row) => Math.max(most, widthOf(row[at] ?? '')), widthOf(title)),
  )
  const line = (row: readonly string[]) =>
    row
      .map((cell, at) => padTo(cell, widths[at] ?? 0))
      .join('  ')
      .trimEnd()
  return [head, widths.map(width => '─'.repeat(width)), ...rows].map(line)
}
