// `npm run replay -- FILE`: plays a recorded trace against the real machines, without a browser. A trace that begins in
// the middle, as a participant copies it, cannot be played: then it checks each step by itself.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { readTrace } from '../../src/diagnostics/trace/read.ts'
import { createCommand } from '../command.ts'
import { replay } from './replay.ts'
import { forbiddenSteps } from './steps.ts'

const FOLDER = 'tests/diagnostics/replays'

const program = createCommand(
  'npm run replay --',
  'Plays a recorded trace against the real machines, and reports the entry at which the outcome differs.',
)
  .argument('<file>', 'an export of the inspector, or the diagnostics of a participant')
  .option('--test', `also write the trace as a test, into ${FOLDER}`)
  .parse()
const [file] = program.processedArgs as [string]
const trace = readTrace(read(file))
if (!trace.ok) {
  console.error(`${file}: ${trace.problem}`)
  process.exit(1)
}
if (!trace.data.header.isComplete) {
  const forbidden = forbiddenSteps(trace.data)
  console.log(`${file} begins in the middle: each step is checked by itself.`)
  for (const { entry, why } of forbidden)
    console.log(`Entry ${entry.n}, ${entry.type} to ${entry.actor}: ${why}`)
  if (forbidden.length === 0)
    console.log(`All ${trace.data.entries.length} entries are steps that the machines allow.`)
  process.exit(forbidden.length > 0 ? 1 : 0)
}
const { replayed, difference } = replay(trace.data)
if (difference) {
  const { entry, expected, actual } = difference
  console.log(
    `${replayed} entries are the same. Entry ${entry.n} differs: ${entry.type} to ${entry.actor}`,
  )
  console.log(`  recorded  ${JSON.stringify(expected)}`)
  console.log(`  replayed  ${JSON.stringify(actual)}`)
  process.exitCode = 1
} else console.log(`All ${replayed} entries are the same.`)
if (program.opts<{ test?: true }>().test) {
  const name = basename(file, '.jsonl')
  mkdirSync(FOLDER, { recursive: true })
  copyFileSync(file, join(FOLDER, `${name}.jsonl`))
  writeFileSync(join(FOLDER, `${name}.test.ts`), testOf(name))
  console.log(`${join(FOLDER, name)}.test.ts plays it from now on.`)
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    console.error(`${path} cannot be read: ${(error as Error).message}`)
    process.exit(1)
  }
}

function testOf(name: string): string {
  return `import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { replay } from '../../../scripts/replay/replay.ts'
import { readTrace } from '../../../src/diagnostics/trace/read.ts'

test('the machines do what ${name} recorded', () => {
  const trace = readTrace(readFileSync(new URL('${name}.jsonl', import.meta.url), 'utf8'))
  expect(trace.ok && replay(trace.data).difference).toBeNull()
})
`
}
