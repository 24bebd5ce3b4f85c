/** Texts are drawn in monospace, so that every browser gives them the same width: pixels of a character. */
export const CHARACTER = 6.7
export const TITLE_CHARACTER = 7.9
export const LINE = 14
export const TITLE_LINE = 20
export const PADDING = 10
/** Characters of a line. */
export const MOST = 30
/** Characters of a row. More is cut: the row's whole text is its tooltip. */
const MAX_OF_ROW = 90

/** Breaks a text into lines of that many characters: at its blanks, and long words at their parts. */
export function wrapped(text: string, most = MOST): readonly string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    const [first = '', ...rest] = partsOf(word, most)
    if (last !== undefined && `${last} ${first}`.length <= most)
      lines[lines.length - 1] = `${last} ${first}`
    else lines.push(first)
    lines.push(...rest)
  }
  const maxLines = Math.ceil(MAX_OF_ROW / most)
  if (lines.length <= maxLines) return lines
  return [...lines.slice(0, maxLines - 1), `${lines[maxLines - 1]?.slice(0, most - 1)}…`]
}

/** `wasRefusedAs` has two parts. */
function partsOf(word: string, most: number): readonly string[] {
  if (word.length <= most) return [word]
  const lines: string[] = []
  for (const part of word.split(/(?<=[_.,(])|(?<=[a-z])(?=[A-Z([])/)) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + part.length <= most)
      lines[lines.length - 1] = last + part
    else lines.push(...(part.match(new RegExp(`.{1,${most}}`, 'g')) ?? []))
  }
  return lines
}

/** The size of lines of text in pixels. */
export const sizeOf = (lines: readonly string[]) => ({
  width: Math.max(0, ...lines.map(({ length }) => length)) * CHARACTER,
  height: lines.length * LINE,
})
