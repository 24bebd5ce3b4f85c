import { stripVTControlCharacters } from 'node:util'
import type { Bus } from '../bus.ts'
import type { Clock } from '../clock.ts'
import { answerQuestion, createQuestion } from '../replicas/questions.ts'

/** What environments print, wherever they run. */
export interface Outputs {
  /** @returns the last lines; null if nobody who runs it answers */
  ask(environment: string): Promise<string | null>
}

const topic = 'organiser.output'
/** A message of PostgreSQL has room for 8,000, as JSON. */
const maxBytes = 6000

/** A replica says what an environment printed that it runs. */
export const answerOutput = (
  bus: Bus,
  outputOf: (environment: string) => Promise<string | null>,
): void =>
  answerQuestion(bus, topic, async environment => {
    const text = await outputOf(String(environment)).catch(
      (error: Error) => `(its engine does not say it: ${error.message})`,
    )
    return text === null ? null : endOf(text)
  })

export function createOutputs(bus: Bus, clock: Clock): Outputs {
  const ask = createQuestion<string>(bus, clock, topic)
  return { ask: async environment => (await ask(environment, 1))[0] ?? null }
}

/** What fits into a message, without the colours of a terminal. */
export function endOf(text: string): string {
  const characters = [...stripVTControlCharacters(text).slice(-maxBytes)]
  let bytes = 0
  let from = characters.length
  for (; from > 0; from--) {
    bytes += Buffer.byteLength(JSON.stringify(characters[from - 1])) - 2
    if (bytes > maxBytes) break
  }
  return characters.slice(from).join('')
}
