/** `npm run event -- check FOLDER`, `new FOLDER` and `reload`. */
import '../platform/database/drizzle-modules.ts'
import { basename, join } from 'node:path'
import { commandNames } from '../platform/command-names.ts'
import { checkEvent } from '../platform/event/check.ts'
import { createEvent } from '../platform/event/create.ts'
import { askForEvent, askToReload } from '../platform/organiser/ask.ts'
import { plainError } from '../platform/plain-error.ts'
import { shellWord } from '../platform/terminal/shell-word.ts'
import { createCommand, dataFolderOf, fromCaller } from './command.ts'

interface CheckOptions {
  readonly against?: string
  readonly json?: boolean
}

async function check(folder: string, { against, json = false }: CheckOptions) {
  const token = process.env.METRICS_TOKEN ?? ''
  const placeOf = (where: string) => (/^https?:/.test(where) ? where : fromCaller(where))
  const running = against === undefined ? undefined : await askForEvent(placeOf(against), token)
  const { ok, text, data } = await checkEvent(fromCaller(folder), new Date(), running)
  console.log(json ? JSON.stringify({ ok, ...data }, null, 2) : text)
  if (!ok) process.exitCode = 1
}

async function create(folder: string) {
  await createEvent(fromCaller(folder))
  const { start, event } = commandNames
  const [own, data] = [folder, dataBeside(folder)].map(shellWord)
  console.log(`Wrote an example event to ${folder}. What next:
  ${event} check ${own}
  ${start} --event ${own} --data ${data}`)
}

/** An event has a data folder of its own. */
const dataBeside = (folder: string) => join(folder, '..', `${basename(fromCaller(folder))}-data`)

async function reload({ data }: { readonly data?: string }) {
  const { errors, changes, kept, leftOut, warnings, replicas } = await askToReload(
    dataFolderOf(data),
  )
  const part = (title: string, lines: string[]) =>
    lines.length > 0 ? ['', `${title} (${lines.length})`, ...lines] : []
  const text = [
    errors.length > 0
      ? 'The event stays as it was.'
      : changes.length > 0
        ? 'The event was read again.'
        : 'The event was read again. Nothing changed.',
    ...part('Errors', errors),
    ...part('Changes', changes),
    ...part('Kept as it was', kept),
    ...part('Left out', leftOut),
    ...part('Warnings', warnings),
    ...part('Other replicas', replicas),
  ]
  console.log(text.join('\n'))
  if (errors.length + kept.length + leftOut.length > 0) process.exitCode = 1
}

const program = createCommand(commandNames.event, 'Write, check and reload the folder of an event.')
program
  .command('check')
  .description('look for mistakes, and list what participants will see')
  .argument('<folder>', 'the folder of the event')
  .option('--json', 'the same for programs')
  .option(
    '--against <where>',
    'and what a reload would change: the data folder of a running platform, or its address (with METRICS_TOKEN)',
  )
  .action(check)
program
  .command('new')
  .description('write an example event to start from')
  .argument('<folder>', 'an empty folder, or one that is not there yet')
  .action(create)
program
  .command('reload')
  .description('make the running platform, and its replicas, read its event again')
  .option('--data <folder>', 'the data folder of the platform (default: .guidon)')
  .action(reload)

try {
  await program.parseAsync()
} catch (error) {
  console.error(plainError(error))
  process.exitCode = 1
}
