import { calls } from '../../src/api/contract/every-call.ts'
import type { CallName } from '../../src/api/contract.ts'
import { readerOf } from '../../src/domain/path.ts'

export interface Route {
  name: CallName
  /** Parameters of the path, decoded. */
  inPath: Record<string, string>
}

interface Pattern {
  name: CallName
  method: string
  read: ReturnType<typeof readerOf>
}

/** Finds the call of a method and a path, with or without a slash at its end. */
export function createRoutes(): (method: string, path: string) => Route | null {
  const fixed = new Map<string, CallName>()
  const patterns: Pattern[] = []
  for (const name of Object.keys(calls) as CallName[]) {
    const { method } = calls[name]
    const path = withoutSlash(calls[name].path)
    if (path.includes('{')) patterns.push({ name, method, read: readerOf(path) })
    else fixed.set(`${method} ${path}`, name)
  }

  return (method, given) => {
    const path = withoutSlash(given)
    const name = fixed.get(`${method} ${path}`)
    if (name) return { name, inPath: {} }
    for (const pattern of patterns) {
      const inPath = pattern.method === method && pattern.read(path)
      if (inPath) return { name: pattern.name, inPath }
    }
    return null
  }
}

export const withoutSlash = (path: string) => (path.endsWith('/') ? path.slice(0, -1) : path)
