import { createContext, Script } from 'node:vm'

/** If a pattern takes longer, the text is not the flag. */
const timeoutMs = 100
/** How often a pattern is tried that was stopped before it could run, because the host was busy. */
const maxTries = 5

/**
 * Translates a pattern of CTFd, which has Python's syntax and matches the whole text.
 *
 * @throws SyntaxError for syntax that JavaScript does not have
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
 * Whether the pattern matches the whole text. An organiser's pattern may backtrack without end. V8 can
 * be stopped then, but only in its own context.
 */
export function matchesPattern(pattern: RegExp, text: string): boolean {
  sandbox.pattern = pattern
  sandbox.text = text
  for (let tries = 1; ; tries++) {
    const before = usedCpu()
    try {
      return test.runInContext(sandbox, { timeout: timeoutMs }) === true
    } catch {
      // V8 stops it by the time of the host, in which other processes may have run. The flag may be right.
      if (usedCpu() - before > timeoutMs / 2 || tries === maxTries) return false
    }
  }
}

/** Processor time that this thread has taken, in milliseconds. Before Node 23.9: all threads of the process. */
function usedCpu(): number {
  const { user, system } = process.threadCpuUsage?.() ?? process.cpuUsage()
  return (user + system) / 1000
}
