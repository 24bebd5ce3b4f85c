import { once } from 'node:events'
import { createInterface } from 'node:readline/promises'

/**
 * Asks in the terminal. Ctrl-C and Ctrl-D mean no.
 *
 * @throws Error if there is no terminal to ask in
 */
export async function agrees(question: string): Promise<boolean> {
  if (!process.stdin.isTTY)
    throw new Error('Nothing was done: say --yes, or --dry-run to only look.')
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const closed = once(terminal, 'close').then(() => '')
  try {
    const answer = await Promise.race([terminal.question(question).catch(() => ''), closed])
    if (/^y(es)?$/i.test(answer.trim())) return true
    // After Ctrl-C the cursor still stands behind the question.
    console.log(answer === '' ? '\nNothing was done.' : 'Nothing was done.')
    return false
  } finally {
    terminal.close()
  }
}
