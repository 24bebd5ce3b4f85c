/** Without it, Excel takes a file for the computer's own encoding, and shows other letters. */
export const byteOrderMark = '\ufeff'

/** Older programs on a Mac write `\r` alone. */
const endOfLine = /\r\n?|\n/

export interface CsvRecord {
  /** The line where the record begins, counted from 1. */
  line: number
  cells: string[]
}

/**
 * Reads CSV by RFC 4180. Commas separate the cells. If the first line has none, semicolons do, as spreadsheets write
 * them in many countries, or tabs, as they write "Unicode text". Empty lines are left out.
 *
 * @throws Error that names the line
 */
export function readCsv(text: string): CsvRecord[] {
  const source = text.replace(/^\ufeff/, '')
  const [first = ''] = source.split(endOfLine, 1)
  const between = [',', ';', '\t'].find(one => first.includes(one)) ?? ','
  // Matches runs of characters, so that the engine remembers one position for each run, not for each character.
  const quoted = '"([^"]*(?:""[^"]*)*)"'
  const cell = new RegExp(`(?:${quoted}|([^"${between}\\r\\n]*))(${between}|\\r\\n?|\\n|$)`, 'y')
  const records: CsvRecord[] = []
  let [line, begun] = [1, 1]
  let cells: string[] = []
  while (cell.lastIndex < source.length || cells.length > 0) {
    const found = cell.exec(source)
    if (!found) throw new Error(`line ${begun}: a quotation mark is not closed, or stands alone`)
    const [all, inside, plain = '', end] = found
    cells.push(inside === undefined ? plain.trim() : inside.replaceAll('""', '"'))
    line += all.split(endOfLine).length - 1
    if (end === between) continue
    if (cells.some(one => one !== '')) records.push({ line: begun, cells })
    cells = []
    begun = line
  }
  return records
}
