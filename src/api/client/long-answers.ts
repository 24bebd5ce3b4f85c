import * as v from 'valibot'
import { markShared, share } from '../../machines/resource/share.ts'
import type { Schema } from '../contract.ts'

/** How many characters a piece has: a slow processor reads it in a few milliseconds. */
const PIECE = 30_000

interface Read {
  readonly text: string
  readonly data: unknown
}

/** The last long answer of each call. */
const last = new WeakMap<Schema, Read>()

/** Lets the browser render and handle events between two pieces of work. Safari has timers only. */
const yieldToBrowser = () =>
  globalThis.scheduler?.yield?.() ?? new Promise<void>(resolve => setTimeout(resolve))

/** The body of a response as text, decoded some 64 KB at a time, so that the page responds in between. */
export async function readText(body: ReadableStream<Uint8Array>): Promise<string> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    text += decoder.decode(value, { stream: true })
    await yieldToBrowser()
  }
}

/**
 * Parses `{"name":[{…},{…}],…}` by its schema, some items at a time. Parts that did not change keep their
 * references, and an answer that did not change at all is not parsed. Undefined for a text of another form, or one
 * that does not fit.
 */
export async function readLongAnswer(schema: Schema, text: string): Promise<unknown> {
  const before = last.get(schema)
  if (before?.text === text) return before.data
  const data = await readPieces(schema, text, before?.data)
  if (data !== undefined) last.set(schema, { text, data })
  return data
}

async function readPieces(schema: Schema, text: string, before: unknown): Promise<unknown> {
  const [opening = '', name = ''] = /^\{"(\w+)":\[(?=\{)/.exec(text) ?? []
  const itemsSchema = fieldOf(schema, name)
  const end = text.lastIndexOf('}]') + 1
  if (!itemsSchema || end === 0) return undefined
  const itemsBefore = listIn(before, name)
  const items: unknown[] = []
  try {
    // If a cut is within a text or a nested list, its piece is not valid JSON. So a wrong cut is always noticed.
    for (let from = opening.length; from < end; ) {
      const cut = text.indexOf('},{', from + PIECE)
      const to = cut === -1 || cut >= end ? end : cut + 1
      const piece = v.parse(itemsSchema, JSON.parse(`[${text.slice(from, to)}]`)) as unknown[]
      const at = items.length
      items.push(...share<unknown[]>(itemsBefore.slice(at, at + piece.length), piece))
      from = to + 1
      await yieldToBrowser()
    }
    const rest = v.parse(schema, JSON.parse(`{"${name}":[]${text.slice(end + 1)}`)) as object
    return markShared({ ...rest, [name]: items })
  } catch {
    return undefined
  }
}

/** The schema of a field that is a list. */
function fieldOf(schema: Schema, name: string): Schema | undefined {
  const { entries } = schema as { entries?: Record<string, Schema> }
  const field = entries && Object.hasOwn(entries, name) ? entries[name] : undefined
  return field?.type === 'array' ? field : undefined
}

function listIn(data: unknown, name: string): readonly unknown[] {
  const list = (data as Record<string, unknown> | undefined)?.[name]
  return Array.isArray(list) ? list : []
}
