/** Texts are drawn in monospace, so that every browser gives them the same width: pixels of a character. */
export const CHARACTER = 6.7
export const TITLE_CHARACTER = 7.9
export const LINE = 14
export const TITLE_LINE = 20
export const PADDING = 10
/** Characters of a line, and lines of a row. More is cut: the row's whole text is its tooltip. */
const MOST = 30
const MOST_LINES = 3

/** Breaks a text at its blanks into lines that fit. */
export function wrapped(text: string): readonly string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && `${last} ${word}`.length <= MOST)
      lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word.length <= MOST ? word : `${word.slice(0, MOST - 1)}…`)
  }
  if (lines.length <= MOST_LINES) return lines
  return [...lines.slice(0, MOST_LINES - 1), `${lines[MOST_LINES - 1]?.slice(0, MOST - 1)}…`]
}

/** The size of lines of text in pixels. */
export const sizeOf = (lines: readonly string[]) => ({
  width: Math.max(0, ...lines.map(({ length }) => length)) * CHARACTER,
  height: lines.length * LINE,
})
