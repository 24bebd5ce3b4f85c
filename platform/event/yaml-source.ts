import { stat } from 'node:fs/promises'
import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  parseAllDocuments,
} from 'yaml'
import { readText, TextError } from '../read-text.ts'

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

/** In bytes: a thousand times what people write by hand. */
const maxBytes = 4 * 2 ** 20

/** A file that cannot be read is a source with an error. */
export async function readSource(path: string, file: string): Promise<Source> {
  try {
    const status = await stat(path)
    // A pipe or a device might never end.
    if (!status.isFile()) throw new Error('is not a file')
    if (status.size > maxBytes) throw new Error(`is larger than ${maxBytes / 2 ** 20} MB`)
    return parseSource(await readText(path), file)
  } catch (error) {
    const line = error instanceof TextError ? error.line : 1
    return { ...parseSource('', file), errors: [{ line, message: (error as Error).message }] }
  }
}

export function parseSource(text: string, file: string): Source {
  const lines = new LineCounter()
  const options = { lineCounter: lines, prettyErrors: false, merge: true } as const
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
    const problem = { line: lines.linePos(pos[0]).line, message }
    if (code === 'DUPLICATE_KEY') source.warnings.push({ ...problem, message: 'stands twice' })
    else source.errors.push(problem)
  }
  if (others[0]) {
    const { line } = lines.linePos(others[0].range[0])
    source.warnings.push({ line, message: 'a second document, which is not read' })
  }
  try {
    source.data = document.toJS()
    source.textAt = path => scalarText(document, path)
  } catch (error) {
    source.errors.push({ line: 1, message: (error as Error).message })
  }
  return source
}

function scalarText(document: Document.Parsed, path: FieldPath): string | undefined {
  const { node, whole } = walk(document, path)
  if (!whole || !isScalar(node) || node.value === null) return undefined
  return typeof node.value === 'string' ? node.value : (node.source ?? String(node.value))
}

const offsetOf = (document: Document.Parsed, path: FieldPath) => walk(document, path).offset

/** Follows a path as far as it exists. `offset` is the place of its last known step. */
function walk(document: Document.Parsed, path: FieldPath) {
  let node: unknown = document.contents
  let offset = document.contents?.range[0] ?? 0
  for (const step of path) {
    if (isMap(node)) {
      // Backwards, because the last of two equal keys counts.
      const pair = node.items.findLast(
        item => String(isScalar(item.key) ? item.key.value : '') === step,
      )
      if (!pair) return { node, offset, whole: false }
      offset = isScalar(pair.key) ? (pair.key.range?.[0] ?? offset) : offset
      node = pair.value
    } else if (isSeq(node)) {
      const item = node.items[Number(step)] as { range?: [number, number, number] } | undefined
      if (!item) return { node, offset, whole: false }
      offset = item.range?.[0] ?? offset
      node = item
    } else return { node, offset, whole: false }
    if (isAlias(node)) node = node.resolve(document)
  }
  return { node, offset, whole: true }
}
