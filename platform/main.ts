import { resolve } from 'node:path'
import './database/drizzle-modules.ts'
import { describeMemory } from './capacity/memory.ts'
import { commandNames } from './command-names.ts'
import { FolderInUseError } from './database/lock.ts'
import { EventError, formatProblem } from './event/model.ts'
import { timeText, whatEnded } from './event/times.ts'
import { whyNoSignIn } from './http/sign-in-origin.ts'
import { createLog } from './log.ts'
import { explainError } from './log-errors.ts'
import { helpText } from './options/descriptions.ts'
import { OptionsError } from './options/options-error.ts'
import { type CommandLineOptions, readOptions } from './options.ts'
import type { Running } from './start.ts'
import { StartError } from './start-error.ts'
import { shellWord } from './terminal/shell-word.ts'
import { watchUncaughtErrors } from './uncaught-errors.ts'

/** How long the platform may take to end. */
const closeTimeoutMs = 9000

const say = (line: string) => process.stdout.write(`${line}\n`)

function fail(line: string): never {
  process.stderr.write(`${line}\n`)
  process.exit(1)
}

function announce(options: CommandLineOptions, running: Running): void {
  const { origin, listening, event, hasSite, environments } = running
  say(`\n  ${event.name}\n`)
  say(`  address        ${origin}`)
  const obstacle = whyNoSignIn({ origin, host: options.host })
  if (obstacle) say(`                 ${obstacle}`)
  if (listening !== origin) say(`  listens on     ${listening}`)
  if (!hasSite) say("                 only the API: the app is not built, 'npm run build' does it")
  if (options.issuer) say(`  sign-in        ${options.issuer.url}`)
  else if (event.accounts.length > 0)
    say(
      `  demo accounts  ${event.accounts.map(demo => `${demo.username} / ${demo.password}`).join(', ')}`,
    )
  say(`  data           ${options.databaseUrl ? 'PostgreSQL, and ' : ''}${options.dataFolder}`)
  say(`  event          ${options.eventFolder}, until ${timeText(event.end)}`)
  const ended = options.isReadOnly ? null : whatEnded(event, new Date())
  if (ended) say(`                 ${ended.text}`)
  if (options.isReadOnly) say('  read-only      every change is refused')
  say(`  environments   ${environments}`)
  const each = Math.max(...event.challenges.map(one => one.environment?.memoryMb ?? 0))
  if (each > 0)
    say(
      `                 ${describeMemory(options.environmentsMemory, each)} (--environments-memory)`,
    )
  const ofDesktop = event.desktop.memoryMb
  if (running.hasDesktops)
    say(`  desktops       ${describeMemory(options.desktopsMemory, ofDesktop)} (--desktops-memory)`)
  say(`  limits         by ${running.limitsBy}`)
  if (event.vpn.enabled && !(event.vpn.interface ?? options.wireGuardInterface))
    say(
      '  vpn            nobody can connect: name an interface (--wg-interface), or hide it by vpn: {enabled: false}',
    )
  // Named here, because npm ends by this signal and does not pass it on.
  say(
    `  reload         ${commandNames.event} reload${dataOption(options)}, or kill -HUP ${process.pid}`,
  )
  say('\n  Ctrl-C ends it, and each desktop and environment that is a process.\n')
}

/** What commands need to find the platform. */
function dataOption({ dataFolder }: CommandLineOptions): string {
  if (dataFolder === resolve('.guidon')) return ''
  return ` --data ${shellWord(dataFolder)}`
}

/** One line for a problem that can be fixed, the stack for an unexpected error. */
function explain(error: unknown, options: CommandLineOptions): string {
  if (error instanceof EventError) {
    const errors = error.problems.filter(({ severity }) => severity === 'error')
    const [first = '', ...more] = errors.map(formatProblem)
    const rest = more.length > 0 ? ` (and ${more.length} more)` : ''
    return `the event in ${options.eventFolder} cannot be read: ${first}${rest}`
  }
  if (error instanceof FolderInUseError || error instanceof StartError) return error.message
  // From the operating system, for example a full disk during the start.
  if (error instanceof Error && 'syscall' in error)
    return `the platform cannot start: ${error.message}`
  return explainError(error)
}

function read(): CommandLineOptions {
  try {
    const options = readOptions(process.argv.slice(2), process.env)
    if (options !== 'help') return options
    say(helpText())
    process.exit(0)
  } catch (error) {
    if (error instanceof OptionsError) fail(error.message)
    throw error
  }
}

// Nobody may read any more what it says: `npm start | head`.
process.stdout.on('error', () => {})
const options = read()
const log = createLog(options.logLevel)
let isEnding = false
const failures = watchUncaughtErrors(log, () => end(1))
// Imported only now, so that wrong options are reported at once.
const starting = import('./start.ts').then(({ start }) =>
  start(options, log, failures, error => {
    log.fatal({ err: error }, 'the database ended: the platform ends')
    end(1)
  }),
)

function end(code: number): void {
  if (isEnding) return
  isEnding = true
  setTimeout(() => fail('some part did not end in time'), closeTimeoutMs).unref()
  starting.then(running => running.close()).then(() => process.exit(code))
}
process.on('SIGINT', () => end(0))
process.on('SIGTERM', () => end(0))
// Registered from the start on: without a listener, the signal ends the process.
process.on('SIGHUP', () => void starting.then(running => running.reload()).catch(() => {}))

try {
  const running = await starting
  announce(options, running)
} catch (error) {
  fail(explain(error, options))
}
