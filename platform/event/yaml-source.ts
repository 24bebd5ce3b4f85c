import {
  type Alias,
  type Document,
  type ErrorCode,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Pair,
  parseAllDocuments,
  visit,
  type YAMLMap,
} from 'yaml'
import { readText, TextError } from '../files/read-text.ts'
import { messageOf } from '../log-errors.ts'

/** The keys that lead to a field of a file, and the positions in lists, from 0. */
export type FieldPath = readonly (string | number)[]

/** A YAML file with its lines. */
export interface Source {
  /** The name that problems use. */
  file: string
  /** The first document as plain data; null if the file is empty. */
  data: unknown
  /** A scalar as it is written, so that a flag `0x1F` or `1e3` keeps its letters. */
  textAt(path: FieldPath): string | undefined
  /** The line of the field, or of the nearest thing around it that is there; from 1. */
  lineAt(path: FieldPath): number
  /** What the parser could not read. With such errors, do not trust the data. */
  errors: { line: number; message: string }[]
  /** What it read, although it should not be there. */
  warnings: { line: number; message: string }[]
}

/** A file that cannot be read is a source with an error. */
export async function readSource(path: string, file: string): Promise<Source> {
  try {
    const text = await readText(path)
    const source = parseSource(text, file)
    if (!isCutOff(text)) return source
    const message =
      'it ends within a line, after whole blocks of a disk: if it is half written, write it again; else end it with a line break'
    return { ...source, errors: [...source.errors, { line: text.split('\n').length, message }] }
  } catch (error) {
    const line = error instanceof TextError ? error.line : 1
    return { ...parseSource('', file), errors: [{ line, message: messageOf(error) }] }
  }
}

/** A block of a disk, or a part of it, as programs write a file. */
const blockBytes = 4096

/**
 * Whether the file looks as one that is being copied, or for which the disk had no room. What YAML has left may be valid,
 * without `state: hidden` or what the challenge requires.
 */
const isCutOff = (text: string) =>
  text !== '' && !text.endsWith('\n') && Buffer.byteLength(text) % blockBytes === 0

export function parseSource(text: string, file: string): Source {
  const lines = new LineCounter()
  // The library compares each key with all others. `keysTwice` looks for them instead.
  const options = {
    lineCounter: lines,
    prettyErrors: false,
    merge: true,
    uniqueKeys: false,
  } as const
  const [document, ...others] = parseAllDocuments(text, { ...options, logLevel: 'silent' })
  const source: Source = {
    file,
    data: null,
    textAt: () => undefined,
    lineAt: path => (document ? lines.linePos(offsetOf(document, path)).line || 1 : 1),
    errors: [],
    warnings: [],
  }
  if (!document) return source
  for (const { code, message, pos } of document.errors) {
    const { line } = lines.linePos(pos[0])
    // One mistake often leads to several errors.
    if (source.errors.at(-1)?.line !== line)
      source.errors.push({ line, message: withAdvice(code, message) })
  }
  for (const offset of keysTwice(document)) {
    const { line } = lines.linePos(offset)
    const found = opening.test(text.slice(offset)) ? source.errors : source.warnings
    if (found !== source.errors || found.every(error => error.line !== line))
      found.push({ line, message: standsTwice })
  }
  if (others[0]) {
    const { line } = lines.linePos(others[0].range[0])
    source.warnings.push({ line, message: 'a second document, which is not read' })
  }
  try {
    source.data = document.toJS()
    source.textAt = path => scalarText(document, path)
  } catch (error) {
    const { message } = error as Error
    const unresolved = unresolvedAlias(document)
    source.errors.push(
      unresolved
        ? {
            line: lines.linePos(unresolved.range?.[0] ?? 0).line,
            message: `${message}; ${quotesAdvice}`,
          }
        : { line: 1, message },
    )
  }
  return source
}

/** Where keys are that stand before in the same block. */
function keysTwice(document: Document.Parsed): number[] {
  const offsets: number[] = []
  visit(document, {
    Map: (_, { items }) => {
      const keys = new Set<unknown>()
      for (const { key } of items) {
        if (!isScalar(key)) continue
        if (keys.has(key.value)) offsets.push(key.range?.[0] ?? 0)
        keys.add(key.value)
      }
    },
  })
  return offsets
}

/** `*star`, which is meant as a text. */
function unresolvedAlias(document: Document.Parsed): Alias | undefined {
  let found: Alias | undefined
  visit(document, {
    Alias: (_, alias) => {
      if (alias.resolve(document)) return undefined
      found = alias
      return visit.BREAK
    },
  })
  return found
}

const quotesAdvice = 'a text with signs like : { [ * @ needs quotes'

const standsTwice = 'this field stands twice; remove the one that is wrong'

/** If one of these stands twice, the wrong one may show something that should be hidden, or cost points. */
const opening = /^["']?(state|requirements|prerequisites|logic|cost)\b/

/** With what people most often did wrong, because the parser's own words are about its grammar. */
function withAdvice(code: ErrorCode, message: string): string {
  if (code === 'MULTILINE_IMPLICIT_KEY')
    return `${message}; a field needs a colon and a space behind its name`
  return mayLackQuotes.has(code) ? `${message}; ${quotesAdvice}` : message
}

const mayLackQuotes: ReadonlySet<ErrorCode> = new Set([
  ...(['BAD_SCALAR_START', 'BLOCK_AS_IMPLICIT_KEY', 'BLOCK_IN_FLOW', 'MISSING_CHAR'] as const),
  ...(['BAD_ALIAS', 'UNEXPECTED_TOKEN'] as const),
])

function scalarText(document: Document.Parsed, path: FieldPath): string | undefined {
  const { node, isComplete } = walk(document, path)
  if (!isComplete || !isScalar(node) || node.value === null) return undefined
  return typeof node.value === 'string' ? node.value : (node.source ?? String(node.value))
}

const offsetOf = (document: Document.Parsed, path: FieldPath) => walk(document, path).offset

/** Follows a path as far as it exists. `offset` is where its last known step begins. */
function walk(document: Document.Parsed, path: FieldPath) {
  let node: unknown = document.contents
  let offset = document.contents?.range[0] ?? 0
  for (const step of path) {
    if (isMap(node)) {
      const pair = pairOf(document, node, step)
      if (!pair) return { node, offset, isComplete: false }
      offset = isScalar(pair.key) ? (pair.key.range?.[0] ?? offset) : offset
      node = pair.value
    } else if (isSeq(node)) {
      const item = node.items[Number(step)] as { range?: [number, number, number] } | undefined
      if (!item) return { node, offset, isComplete: false }
      offset = item.range?.[0] ?? offset
      node = item
    } else return { node, offset, isComplete: false }
    if (isAlias(node)) node = node.resolve(document)
  }
  return { node, offset, isComplete: true }
}

/** The pair of a key: the block's own, or one of the blocks that `<<` merges into it. */
function pairOf(
  document: Document.Parsed,
  block: YAMLMap,
  key: FieldPath[number],
  seen = new Set<YAMLMap>(),
): Pair | undefined {
  if (seen.has(block)) return undefined
  seen.add(block)
  const pairs = pairsOf(block)
  const own = pairs.get(key)
  if (own) return own
  if (!pairs.has('<<')) return undefined
  for (const item of block.items) {
    if (pairKey(item) !== '<<') continue
    const merged = isAlias(item.value) ? item.value.resolve(document) : item.value
    for (const part of isSeq(merged) ? merged.items : [merged]) {
      const other = isAlias(part) ? part.resolve(document) : part
      const found = isMap(other) ? pairOf(document, other, key, seen) : undefined
      if (found) return found
    }
  }
  return undefined
}

const kept = new WeakMap<YAMLMap, ReadonlyMap<FieldPath[number], Pair>>()

/** The pairs of a block by their keys, made once: there may be thousands. Of two equal keys, the last one counts. */
function pairsOf(block: YAMLMap): ReadonlyMap<FieldPath[number], Pair> {
  const known = kept.get(block)
  if (known) return known
  const pairs = new Map(block.items.map(item => [pairKey(item), item] as const))
  kept.set(block, pairs)
  return pairs
}

/** The library keeps a plain `<<` as a symbol. */
function pairKey({ key }: Pair): string {
  const value = isScalar(key) ? key.value : ''
  return typeof value === 'symbol' ? (value.description ?? '') : String(value)
}
