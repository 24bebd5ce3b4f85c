import type { Call, Schema } from '../../../src/api/contract/call.ts'
import { calls, livePath } from '../../../src/api/contract/every-call.ts'

/** Fields that are optional in the specification. All other such fields belong to an extension. */
const optional = [
  'canBeStarted',
  'defaultTeamSizeLimit',
  'displayName',
  'hasEnvironment',
  'maximum',
  'password',
  'release',
  'staticFilesArchiveUrl',
]

type AnySchema = Schema & {
  readonly entries?: Record<string, AnySchema>
  readonly item?: AnySchema
  readonly wrapped?: AnySchema
}

/** An answer with only the fields of the specification. */
function withoutExtensions(schema: AnySchema, value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value
  const { entries, item, wrapped } = schema
  if (wrapped) return withoutExtensions(wrapped, value)
  if (item && Array.isArray(value)) return value.map(one => withoutExtensions(item, one))
  if (!entries) return value
  const kept = Object.entries(value).flatMap(([name, inner]) => {
    const entry = entries[name]
    if (!entry) return []
    const isExtra = ['optional', 'nullish'].includes(entry.type) && !optional.includes(name)
    return isExtra ? [] : [[name, withoutExtensions(entry, inner)]]
  })
  return Object.fromEntries(kept)
}

/** Whether the specification has such a call, and how its answer looks there. */
export function plainCall(method: string, path: string) {
  if (path === livePath) return null
  const call = Object.values<Call>(calls).find(
    one =>
      one.method === method &&
      new RegExp(`^${one.path.replace(/\{\w+\}/g, '[^/]+').replace(/\/$/, '')}/?$`).test(path),
  )
  if (!call || call.extension) return null
  const { answer } = call
  return (body: unknown) => (answer ? withoutExtensions(answer, body) : body)
}
