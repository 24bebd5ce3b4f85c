/** Bytes of a name that ext4 and most others keep; the rest is for ` (999)`. */
const maxNameBytes = 240

/**
 * A name for a file that somebody sends, which every system can store: one step of a path, without invisible
 * characters.
 */
export function safeName(given: string): string {
  const name = given
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}/\\]/gu, '_')
    .trim()
  if (/^\.*$/.test(name)) return 'file'
  const { stem, end } = splitName(name)
  return cut(stem, maxNameBytes - Buffer.byteLength(end)) + end
}

/** The name with a number, for a folder that has a file of that name. */
export function numbered(name: string, number: number): string {
  if (number === 1) return name
  const { stem, end } = splitName(name)
  return `${stem} (${number})${end}`
}

/** `.tar.gz` stays together. */
function splitName(name: string): { stem: string; end: string } {
  const [end = ''] = /(?<=.)(\.tar)?\.[\p{L}\p{N}]{1,12}$/u.exec(name) ?? []
  return { stem: name.slice(0, name.length - end.length), end }
}

function cut(text: string, bytes: number): string {
  let length = 0
  let kept = ''
  for (const character of text) {
    length += Buffer.byteLength(character)
    if (length > bytes) break
    kept += character
  }
  return kept
}
