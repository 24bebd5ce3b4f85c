/** A run of text, or of text in bold or code. */
export interface Span {
  readonly kind: 'text' | 'strong' | 'code'
  readonly text: string
}

export interface Block {
  readonly kind: 'p' | 'ol' | 'ul'
  /** One for a paragraph; one an item for a list. */
  readonly lines: readonly (readonly Span[])[]
}

const bold = /^\*\*(\w(?:[^*`]*[\w.!?])?)\*\*(?=$|[\s,.;:!?])/
const code = /^`([^`\s](?:[^`]*[^`\s])?)`(?!`)/
/** Whatever might mean something, or end a run of text, ends one here. */
const text = /^(?:[\p{L}\p{N} ,;.?!'"’„“”…()%/=-]|:(?!\/))+/u
/** What the full renderer makes links of. */
const linkLike = /www\.|https?:|@/i
const markers = { ol: /^1\. (?=\S)/, ul: /^- (?=\S)/ }
/** Lines that begin like this are something else than text. */
const special = /^(\d+[.)]|[-+=]|\s)/

/**
 * The blocks of a text that has nothing but paragraphs of one line, lists of one level, bold and code;
 * null for every other, which needs the full renderer. Both show such a text alike.
 */
export function simpleMarkdown(source: string): readonly Block[] | null {
  if (linkLike.test(source)) return null
  const blocks = source
    .replace(/^\n+|\n+$/g, '')
    .split(/\n{2,}/)
    .map(blockOf)
  // Lists that follow each other might be one.
  const isClear = blocks.every(
    (block, index) => block && (block.kind === 'p' || blocks[index - 1]?.kind !== block.kind),
  )
  return isClear ? (blocks as Block[]) : null
}

function blockOf(part: string): Block | null {
  const rows = part.split('\n')
  const kind = markers.ol.test(part) ? 'ol' : markers.ul.test(part) ? 'ul' : 'p'
  if (kind === 'p' && rows.length > 1) return null
  const lines = rows.map((row, index) => spansOf(contentOf(row, kind, index)))
  return lines.includes(null) ? null : { kind, lines: lines as Span[][] }
}

/** Null where a row has not what its list needs, or begins with more of it. */
function contentOf(row: string, kind: Block['kind'], index: number): string | null {
  const marker = kind === 'ol' ? `${index + 1}. ` : kind === 'ul' ? '- ' : ''
  const content = row.startsWith(marker) ? row.slice(marker.length) : null
  return content === null || content === '' || special.test(content) || /\s$/.test(content)
    ? null
    : content
}

function spansOf(content: string | null): readonly Span[] | null {
  if (content === null) return null
  const spans: Span[] = []
  let rest = content
  while (rest) {
    // Bold begins where a word may.
    const before = spans.at(-1)?.text.at(-1) ?? ' '
    const strong = before === ' ' ? bold.exec(rest) : null
    const found = strong ?? code.exec(rest) ?? text.exec(rest)
    if (!found) return null
    const kind = strong ? 'strong' : rest.startsWith('`') ? 'code' : 'text'
    spans.push({ kind, text: found[1] ?? found[0] })
    rest = rest.slice(found[0].length)
  }
  return spans
}
