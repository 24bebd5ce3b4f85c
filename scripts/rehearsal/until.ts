import { setTimeout as delay } from 'node:timers/promises'

const timeout = 60_000

/**
 * Asks again until the answer is true.
 *
 * @throws Error with the last answer after a minute
 */
export async function until(everyMs: number, ask: () => Promise<true | string>): Promise<void> {
  for (const begun = performance.now(); ; await delay(everyMs)) {
    const answer = await ask()
    if (answer === true) return
    if (performance.now() - begun > timeout) throw new Error(answer)
  }
}
