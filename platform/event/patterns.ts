import { createContext, Script } from 'node:vm'

/** A pattern gets this long to decide; what takes longer is not the flag. */
const timeoutMs = 100

/**
 * CTFd's patterns are Python's, matched against the whole text. What the two languages spell
 * differently is respelled; the rest throws a SyntaxError.
 */
export function compilePattern(flag: { content: string; caseInsensitive: boolean }): RegExp {
  const inline = /^\(\?([aimsux]+)\)/.exec(flag.content)
  const body = flag.content
    .slice(inline?.[0].length ?? 0)
    .replaceAll('(?P<', '(?<')
    .replace(/\(\?P=(\w+)\)/g, '\\k<$1>')
    .replaceAll('\\A', '^')
    .replaceAll('\\Z', '$')
  const letters = inline?.[1] ?? ''
  const ignoreCase = flag.caseInsensitive || letters.includes('i')
  const flags = `${ignoreCase ? 'i' : ''}${letters.includes('s') ? 's' : ''}`
  return new RegExp(`^(?:${body})$`, flags)
}

const sandbox = createContext({ pattern: /x/, text: '' })
const test = new Script('pattern.test(text)')

/**
 * Whether the pattern takes the whole text. An organiser's pattern may backtrack without end on a
 * participant's text; V8 can be stopped in it only from a context of its own.
 */
export function matchesPattern(pattern: RegExp, text: string): boolean {
  sandbox.pattern = pattern
  sandbox.text = text
  try {
    return test.runInContext(sandbox, { timeout: timeoutMs }) === true
  } catch {
    return false
  }
}
