import * as v from 'valibot'
import { FORMAT, type Trace, VERSION } from './entry.ts'

const NO_TRACE = 'This is not a trace of the app.'

const Header = v.object(
  {
    format: v.literal(FORMAT, NO_TRACE),
    version: v.literal(VERSION, `This trace has another version than ${VERSION}.`),
    build: v.string(),
    isComplete: v.boolean(),
    recordedFrom: v.optional(v.number()),
  },
  NO_TRACE,
)

const Microstep = v.object({
  event: v.string(),
  taken: v.array(v.string()),
  value: v.optional(v.unknown()),
})

const Entry = v.object({
  n: v.number(),
  time: v.number(),
  actor: v.string(),
  source: v.optional(v.string()),
  machine: v.optional(v.string()),
  type: v.string(),
  microsteps: v.array(Microstep),
  value: v.optional(v.unknown()),
  status: v.string(),
  event: v.record(v.string(), v.unknown()),
  changed: v.optional(v.record(v.string(), v.unknown())),
})

type Read =
  | { readonly ok: true; readonly data: Trace }
  | { readonly ok: false; readonly problem: string }

/** Reads a trace from a file. The file may be cut off, or any other one. */
export function readTrace(text: string): Read {
  const [first = '', ...lines] = text.split('\n').filter(line => line.trim() !== '')
  try {
    const header = v.parse(Header, JSON.parse(first))
    const entries = lines.map((line, index) => readEntry(line, index + 2))
    return { ok: true, data: { header, entries } as Trace }
  } catch (error) {
    const problem = error instanceof SyntaxError ? 'Its first line is not JSON.' : String(error)
    return { ok: false, problem: problem.replace(/^\w*Error: /, '') }
  }
}

function readEntry(line: string, number: number) {
  try {
    return v.parse(Entry, JSON.parse(line))
  } catch {
    throw new Error(`Line ${number} is not an entry of a trace. The file may be cut off.`)
  }
}
