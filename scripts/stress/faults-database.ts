/**
 * Breaks the connection between platform and PostgreSQL in every way, during every kind of call or command, and
 * prints the outcomes: `npm run faults:database`. A cell has the number of cases and the slowest answer.
 */
import { createFaultMatrix, faults } from '../../tests/platform/postgres/fault-matrix.ts'
import { faultSubjects } from '../../tests/platform/postgres/fault-subjects.ts'
import { organiserSubjects } from '../../tests/platform/postgres/organiser-subjects.ts'
import { findPostgres } from '../../tests/support/servers/postgres-server.ts'
import { createCommand } from '../command.ts'

const { organiser } = createCommand(
  'npm run faults:database --',
  'Breaks the connection to PostgreSQL at every statement of every kind of call.',
)
  .option('--organiser', 'of commands of organisers, and of a reload')
  .parse()
  .opts<{ organiser?: true }>()
const subjects = organiser ? organiserSubjects : faultSubjects

if (!findPostgres()) {
  console.error('PostgreSQL is not installed. On Debian: apt install postgresql')
  process.exit(1)
}
const problems: string[] = []
process.on('unhandledRejection', error =>
  problems.push(`a rejection that nobody handled: ${error}`),
)
process.on('uncaughtException', error =>
  problems.push(`an exception that ends a process: ${error}`),
)

const matrix = await createFaultMatrix()
let cases = 0
const width = 28
const column = 14
console.log(
  `${''.padEnd(width)}${subjects.map((_, index) => `${index + 1}`.padStart(column)).join('')}`,
)
for (const fault of faults) {
  let row = fault.padEnd(width)
  for (const subject of subjects) {
    const cell = await matrix.run(subject, fault)
    cases += cell.cases
    for (const problem of cell.problems) problems.push(`${subject.name}, ${fault}: ${problem}`)
    const verdict = cell.problems.length > 0 ? 'FAIL' : 'ok'
    row += `${verdict} ${cell.cases} ${cell.slowestMs} ms`.padStart(column)
  }
  console.log(row)
}
console.log('')
for (const [index, { name }] of subjects.entries()) console.log(`${index + 1}  ${name}`)
await matrix.close()
for (const problem of problems) console.log(`FAIL ${problem}`)
console.log(`${cases} cases, ${problems.length} problems`)
process.exit(problems.length === 0 ? 0 : 1)
