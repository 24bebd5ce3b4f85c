import { availableParallelism } from 'node:os'
import { edited } from '../breakages/edit.ts'
import type { SubtleFault } from './subtle/fault.ts'
import { subtleFaults } from './subtle/faults.ts'
import { createTrier } from './try.ts'

/** The result of a fault. */
interface Row {
  readonly fault: SubtleFault
  readonly problem: string | null
  readonly found: string
}

/** Makes the subtle faults with these words, and prints which sentence found what, after which steps. */
export async function runSubtleFaults(words: readonly string[]): Promise<readonly string[]> {
  const wanted = subtleFaults.filter(({ machine, what }) =>
    words.every(word => `${machine} ${what}`.includes(word)),
  )
  let found = 0
  const problems = await trySubtleFaults(wanted, row => {
    if (!row.problem) found += 1
    console.log(`${row.problem ? 'MISSED' : 'found '}  ${row.fault.machine}: ${row.fault.what}`)
    if (row.found) console.log(`          ${row.found}`)
  })
  console.log(`${found} of ${wanted.length} found`)
  return problems
}

/**
 * Makes each subtle fault, and lets the machine's sentences find it.
 *
 * @returns what is wrong: a fault that nobody found, or that no longer fits its file
 */
export async function trySubtleFaults(
  wanted: readonly SubtleFault[],
  hear: (row: Row) => void,
): Promise<readonly string[]> {
  const machines = [...new Set(wanted.map(({ machine }) => machine))]
  const queue: (SubtleFault | string)[] = [...machines, ...wanted]
  const problems: string[] = []

  async function work() {
    const trier = createTrier()
    for (let one = queue.shift(); one; one = queue.shift()) {
      if (typeof one === 'string') {
        // First without a fault: sentences that are always false would find everything.
        const verdict = await trier.tryOne({ machine: one, label: null, edit: null })
        if (verdict.type === 'caught') problems.push(`${one}, unbroken: ${verdict.why}`)
        continue
      }
      const row = await tryFault(trier, one)
      if (row.problem) problems.push(row.problem)
      hear(row)
    }
    trier.end()
  }
  await Promise.all(Array.from({ length: availableParallelism() }, work))
  return problems
}

async function tryFault(trier: ReturnType<typeof createTrier>, fault: SubtleFault): Promise<Row> {
  const name = `${fault.machine}: ${fault.what}`
  try {
    edited(fault)
  } catch (error) {
    return { fault, problem: `${name}: no longer fits. ${(error as Error).message}`, found: '' }
  }
  const { machine, file, find, replace } = fault
  const verdict = await trier.tryOne({ machine, label: null, edit: { file, find, replace } })
  if (verdict.type === 'survived') return { fault, problem: `${name}: nobody found it.`, found: '' }
  const isBySentence = verdict.why.startsWith('BrokenSentence: ')
  const found = verdict.why.replace('BrokenSentence: ', '').split('\n  npm run')[0] ?? ''
  const problem = isBySentence ? null : `${name}: it does not run: ${verdict.why}`
  return { fault, problem, found: found.replaceAll('\n', '\n        ') }
}
