import { availableParallelism } from 'node:os'
import { edited } from '../breakages/edit.ts'
import { type SubtleFault, subtleFaults } from './subtle.ts'
import { createTrier } from './try.ts'

interface Row {
  readonly fault: SubtleFault
  readonly problem: string | null
  readonly found: string
}

/**
 * Makes each subtle fault, and lets the machine's sentences find it. Prints which sentence found what, after
 * which steps.
 *
 * @returns what is wrong: a fault that nobody found, or that fits its file no more
 */
export async function runSubtleFaults(words: readonly string[]): Promise<readonly string[]> {
  const wanted = subtleFaults.filter(({ machine, what }) =>
    words.every(word => `${machine} ${what}`.includes(word)),
  )
  const rows: Row[] = []
  const machines = [...new Set(wanted.map(({ machine }) => machine))]
  const queue: (SubtleFault | string)[] = [...machines, ...wanted]
  const problems: string[] = []

  async function work() {
    const trier = createTrier()
    for (let one = queue.shift(); one; one = queue.shift()) {
      if (typeof one === 'string') {
        // Without a fault: sentences that are not true anyway would find everything.
        const verdict = await trier.tryOne({ machine: one, label: null, edit: null })
        if (verdict.type === 'caught') problems.push(`${one}, unbroken: ${verdict.why}`)
        continue
      }
      const row = await tryFault(trier, one)
      rows.push(row)
      if (row.problem) problems.push(row.problem)
      console.log(`${row.problem ? 'MISSED' : 'found '}  ${one.machine}: ${one.what}`)
      if (row.found) console.log(`          ${row.found}`)
    }
    trier.end()
  }
  await Promise.all(Array.from({ length: availableParallelism() }, work))
  console.log(`${rows.filter(({ problem }) => !problem).length} of ${wanted.length} found`)
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
