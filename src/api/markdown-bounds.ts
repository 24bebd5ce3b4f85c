const maxCharacters = 50_000
const maxLines = 2000
/** Nested quotes, lists and brackets. Nobody reads deeper ones. */
const maxDepth = 16
/** Marks of emphasis in a paragraph: parsers compare each with the others. */
const maxComparisons = 4_000_000
/** Lines: parsers read each once for every quote or list around it. */
const maxCharactersRead = 250_000
/** Links, images and code: each becomes elements of the page. */
const maxElements = 1500
const maxCells = 5000
const maxColumns = 100

const newline = /\r\n?|\n/
const container = /[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t]|$))/y
const listItem = /^([ \t]*)(?:[-+*]|\d{1,9}[.)])(?:[ \t]|$)/
const element = /\]|:\/\/|www\.|@|`/gi

/**
 * Bounds a Markdown text, so that any renderer is fast. The time of parsers grows with the square of the
 * nesting, or faster: a few kilobytes may block a page for minutes. A text that is too long is cut. One
 * that nests too deeply becomes a block of code, and is shown as it was typed.
 */
export function boundMarkdown(given: string): { text: string; isCut: boolean; isCode: boolean } {
  if (isOneBlockOfCode(given)) return { text: given, isCut: false, isCode: false }
  const cut = given.slice(0, maxCharacters - 1).split(newline, maxLines + 1)
  const isCut = given.length > maxCharacters || cut.length > maxLines
  const text = isCut ? `${cut.slice(0, maxLines).join('\n')}…`.toWellFormed() : given
  if (!isComplex(text)) return { text, isCut, isCode: false }
  const fence = '`'.repeat(
    Math.max(3, ...[...text.matchAll(/`{3,}/g)].map(([run]) => run.length + 1)),
  )
  return { text: `${fence}\n${text}\n${fence}`, isCut, isCode: true }
}

/** For example, a block of code that `boundMarkdown` made of another text. */
function isOneBlockOfCode(text: string): boolean {
  const [, fence = '', code = ''] = /^(`{3,})\n([\s\S]*)\n\1$/.exec(text) ?? []
  if (fence === '' || text.length > 4 * maxCharacters || code.includes(fence)) return false
  return code.split(newline, maxLines + 1).length <= maxLines
}

function isComplex(text: string): boolean {
  if (count(text, element) > maxElements || count(text, /\|/g) > maxCells) return true
  const indents = new Set<number>()
  let reading = 0
  let comparisons = 0
  let marks = 0
  let open = 0
  for (const line of text.split(newline)) {
    const isBlank = line.trim() === ''
    if (isBlank) open = 0
    for (const [bracket] of line.matchAll(/[[\]]/g)) {
      open = Math.max(0, open + (bracket === '[' ? 1 : -1))
      if (open > maxDepth) return true
    }
    const before = isBlank ? 0 : marks
    marks = before + count(line, /[*_~]/g)
    comparisons += marks ** 2 - before ** 2

    const indent = listItem.exec(line)?.[1]?.replaceAll('\t', '    ').length
    if (indent !== undefined) indents.add(indent)
    const depth = containersOf(line)
    reading += (line.length + 10) * (1 + depth + indents.size)
    if (depth > maxDepth || indents.size > maxDepth) return true
    if (comparisons > maxComparisons || reading > maxCharactersRead) return true
    if (count(line, /\|/g) > maxColumns) return true
  }
  return false
}

const count = (text: string, what: RegExp) => text.match(what)?.length ?? 0

function containersOf(line: string): number {
  container.lastIndex = 0
  let count = 0
  while (count <= maxDepth && container.test(line)) count++
  return count
}
