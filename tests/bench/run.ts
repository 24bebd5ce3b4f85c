// `npm run bench -- NAME`: measures one thing, prints its figures, and fails above its bound.
import { createCommand } from '../../scripts/command.ts'
import { benches } from './benches.ts'

const program = createCommand(
  'npm run bench --',
  'Measures one thing, on a host that does nothing else. `NAME --help` lists its options.',
)
for (const [name, about] of Object.entries(benches))
  program.command(name, about, { executableFile: `${name}.ts` })
program.parse()
