/** A run of text, or of text in bold, in italics or in code. */
export interface Span {
  readonly kind: 'text' | 'strong' | 'em' | 'code'
  readonly text: string
}

export type Block =
  /** A paragraph has one line, a list one for each item. */
  | { readonly kind: 'p' | 'ol' | 'ul'; readonly lines: readonly (readonly Span[])[] }
  | { readonly kind: 'pre'; readonly language: string; readonly text: string }

/** Characters that never mean anything in markdown. */
const plain = String.raw`(?:[\p{L}\p{N} ,;.?!'"’„“”…()%/=–-]|:(?!\/))`
const ending = String.raw`(?=$|[\s,.;:!?])`
const spans = {
  strong: new RegExp(String.raw`^\*\*(?! )(${plain}+)(?<! )\*\*${ending}`, 'u'),
  em: new RegExp(String.raw`^\*(?! )(${plain}+)(?<! )\*${ending}`, 'u'),
  code: /^`([^`\s](?:[^`\n]*[^`\s])?)`(?!`)/,
  text: new RegExp(`^(${plain}+)`, 'u'),
} as const
/** What the full renderer turns into links, or reads in another way. */
const special = /www\.|https?:|@|[\r\t\0]/i
const fence = /^```([a-z]*)\n((?:(?!.*```).*\n)+)```(?:\n+|$)/
const part = /^([^\n]+(?:\n[^\n]+)*)(?:\n{2,}|$)/
const markers = { ol: /^1\. (?=\S)/, ul: /^- (?=\S)/ }
/** Lines that begin like this are no text. */
const opening = /^(\d+[.)]|[-+=]|\s)/

/** A longer text is for the full renderer. */
const MAX_CHARACTERS = 10_000

/**
 * The blocks of a text that has only paragraphs, lists of one level, fenced code, bold, italics and code.
 * Null for any other text, which needs the full renderer. `SimpleText` shows these blocks as the full
 * renderer would.
 */
export function simpleMarkdown(source: string): readonly Block[] | null {
  if (source.length > MAX_CHARACTERS) return null
  let rest = source.replace(/^\n+|\n+$/g, '')
  const blocks: Block[] = []
  while (rest) {
    const fenced = fence.exec(rest)
    const found = fenced ?? part.exec(rest)
    if (!found) return null
    const [whole, first = '', code = ''] = found
    const block = fenced ? fencedBlock(first, code) : blockOf(first)
    // Two lists in a row might be one.
    if (!block || (block.kind.endsWith('l') && blocks.at(-1)?.kind === block.kind)) return null
    blocks.push(block)
    rest = rest.slice(whole.length)
  }
  return blocks
}

const fencedBlock = (language: string, text: string): Block | null =>
  /[\r\t\0]/.test(text) ? null : { kind: 'pre', language, text }

function blockOf(text: string): Block | null {
  if (special.test(text)) return null
  const rows = text.split('\n')
  const kind = markers.ol.test(text) ? 'ol' : markers.ul.test(text) ? 'ul' : 'p'
  const lines = rows.map((row, index) => spansOf(contentOf(row, kind, index)))
  if (lines.includes(null)) return null
  const all = lines as Span[][]
  return { kind, lines: kind === 'p' ? [joined(all)] : all }
}

const lineBreak: Span = { kind: 'text', text: '\n' }
const joined = (lines: Span[][]) =>
  lines.flatMap((spans, index) => (index === 0 ? spans : [lineBreak, ...spans]))

/** Null if a row lacks the mark of its list, or has a second one. */
function contentOf(row: string, kind: 'p' | 'ol' | 'ul', index: number): string | null {
  const marker = kind === 'ol' ? `${index + 1}. ` : kind === 'ul' ? '- ' : ''
  const content = row.startsWith(marker) ? row.slice(marker.length) : ''
  return content === '' || opening.test(content) || /\s$/.test(content) ? null : content
}

function spansOf(content: string | null): Span[] | null {
  if (content === null) return null
  const found: Span[] = []
  let rest = content
  while (rest) {
    // Bold and italics begin only where a word may begin.
    const isFree = (found.at(-1)?.text.at(-1) ?? ' ') === ' '
    const kinds = isFree ? (['strong', 'em', 'code', 'text'] as const) : (['code', 'text'] as const)
    const kind = kinds.find(one => spans[one].test(rest))
    const [whole = '', text = ''] = kind ? (spans[kind].exec(rest) ?? []) : []
    if (!kind) return null
    found.push({ kind, text })
    rest = rest.slice(whole.length)
  }
  return found
}
