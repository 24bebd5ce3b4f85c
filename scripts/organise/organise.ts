/** `npm run organise -- COMMAND`: what organisers see and do while an event runs, or while it is stopped. */
import '../../platform/database/drizzle-modules.ts'
import { commandNames } from '../../platform/command-names.ts'
import { plainError } from '../../platform/plain-error.ts'
import { createCommand } from '../command.ts'
import { addAccountCommands } from './commands/accounts.ts'
import { addEventCommands } from './commands/event.ts'
import { addFileCommands } from './commands/files.ts'
import { addListCommands } from './commands/lists.ts'
import { addPointsCommands } from './commands/points.ts'
import { createSession, fail } from './session.ts'

const program = createCommand(
  commandNames.organise,
  'See and change a running event. A stopped one is opened.',
)
  .option('--data <folder>', 'the data folder of the platform (default: .guidon)')
  .option('--database-url <url>', 'the PostgreSQL server of the platform, instead of --data')
  .option('--json', 'print for programs')
  .option('--dry-run', 'only say what would change')
  .option('-y, --yes', 'do it without asking')
  .configureHelp({ showGlobalOptions: true })

const session = createSession(() => program.opts())
addEventCommands(program, session)
addPointsCommands(program, session)
addAccountCommands(program, session)
addListCommands(program, session)
addFileCommands(program, session)

// The reader of the output may stop early: `organise log | head`.
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
  if (code === 'EPIPE') process.exit(0)
})

try {
  await program.parseAsync()
} catch (error) {
  fail(plainError(error))
  // A database that could not be opened keeps a timer.
  process.exit()
}
