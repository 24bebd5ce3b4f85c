import { onTestFailed } from 'vitest'
import { createLog, type Log } from '../../platform/log.ts'

const maxLines = 40

/** A log of warnings. If the test fails, the last ones are among its errors, so that a record of CI has them. */
export function logOfFailure(): Log {
  const lines: string[] = []
  try {
    onTestFailed(() => {
      if (lines.length > 0) throw new Error(`The platform logged:\n${lines.join('')}`)
    })
  } catch {
    // A hook for several tests cannot know which of them fails.
    return createLog('silent')
  }
  return createLog('warn', {
    write(line) {
      lines.push(line)
      if (lines.length > maxLines) lines.shift()
    },
  })
}
