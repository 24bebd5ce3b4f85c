const narrow = /^[\x20-\x7e]*$/
/** Characters that fill two columns in a terminal: most of those of East Asia, and emoji. */
const wide =
  /[\p{Emoji_Presentation}\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]/u
const marks = /\p{M}/u

const columnsOf = (character: string) => (marks.test(character) ? 0 : wide.test(character) ? 2 : 1)

/** How many columns of a terminal a text takes. */
export const widthOf = (text: string): number =>
  narrow.test(text) ? text.length : [...text].reduce((sum, one) => sum + columnsOf(one), 0)

export const padTo = (text: string, width: number): string =>
  text + ' '.repeat(Math.max(0, width - widthOf(text)))

/** The beginning of the text that fits into these columns. */
export function cutTo(text: string, width: number): string {
  let left = width
  let cut = ''
  for (const character of text) {
    left -= columnsOf(character)
    if (left < 0) break
    cut += character
  }
  return cut
}
