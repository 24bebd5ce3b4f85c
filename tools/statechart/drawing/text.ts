/** In pixels. Texts are drawn in monospace, so that every browser gives them the same width. */
export const CHARACTER_WIDTH = 6.7
export const TITLE_CHARACTER_WIDTH = 7.9
export const LINE_HEIGHT = 14
export const TITLE_HEIGHT = 20
export const PADDING = 10
/** The most characters of a line, unless the drawing has room for more. */
export const LINE_LENGTH = 30
/** The most characters of a row. More is cut: the row's whole text is its tooltip. */
const ROW_LENGTH = 90

/** Breaks a text into lines of that many characters: at its blanks, and long words at their parts. */
export function wrapped(text: string, most = LINE_LENGTH): readonly string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    const [first = '', ...rest] = partsOf(word, most)
    if (last !== undefined && `${last} ${first}`.length <= most)
      lines[lines.length - 1] = `${last} ${first}`
    else lines.push(first)
    lines.push(...rest)
  }
  const maxLines = Math.ceil(ROW_LENGTH / most)
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
  width: Math.max(0, ...lines.map(({ length }) => length)) * CHARACTER_WIDTH,
  height: lines.length * LINE_HEIGHT,
})
