import { calls } from '../../src/api/contract/every-call.ts'
import type { CallName } from '../../src/api/contract.ts'

export interface Route {
  name: CallName
  /** Parameters of the path, decoded. */
  inPath: Record<string, string>
}

interface Pattern {
  name: CallName
  method: string
  /** With a group for each parameter. */
  shape: RegExp
}

/** Finds the call of a method and a path, with or without a slash at its end. */
export function createRoutes(): (method: string, path: string) => Route | null {
  const fixed = new Map<string, CallName>()
  const patterns: Pattern[] = []
  for (const name of Object.keys(calls) as CallName[]) {
    const { method } = calls[name]
    const path = withoutSlash(calls[name].path)
    const shape = new RegExp(`^${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`)
    if (path.includes('{')) patterns.push({ name, method, shape })
    else fixed.set(`${method} ${path}`, name)
  }

  return (method, given) => {
    const path = withoutSlash(given)
    const name = fixed.get(`${method} ${path}`)
    if (name) return { name, inPath: {} }
    for (const pattern of patterns) {
      const found = pattern.method === method && pattern.shape.exec(path)
      if (found) return { name: pattern.name, inPath: decoded(found.groups ?? {}) }
    }
    return null
  }
}

export const withoutSlash = (path: string) => (path.endsWith('/') ? path.slice(0, -1) : path)

/** A value that is not percent-encoded correctly stays as it is. */
function decoded(values: Record<string, string>): Record<string, string> {
  for (const [name, value] of Object.entries(values)) {
    if (!value.includes('%')) continue
    try {
      values[name] = decodeURIComponent(value)
    } catch {}
  }
  return values
}
