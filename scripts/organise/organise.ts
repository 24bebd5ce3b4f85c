/** `npm run organise -- COMMAND`: what organisers see and do while an event runs, or while it is stopped. */
import '../../platform/database/drizzle-modules.ts'
import { stat } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { dirname, resolve } from 'node:path'
import { Command, Option } from 'commander'
import type { Rows } from '../../platform/backup/format.ts'
import type { Place } from '../../platform/backup/places.ts'
import { commandNames } from '../../platform/command-names.ts'
import { openOrganiser } from '../../platform/organiser/open.ts'
import type { OpenedOrganiser } from '../../platform/organiser/organiser.ts'
import {
  everyLanguage,
  type Language,
  languages,
  sourceLanguage,
} from '../../src/domain/languages.ts'
import { agrees } from './agree.ts'
import { writeCertificates } from './certificates.ts'
import { type ChangeOptions, change } from './change.ts'
import { type Ctfd, readCtfd } from './ctfd.ts'
import { exportEvent, type See } from './export.ts'
import type { Prepared } from './people.ts'
import { plainError } from './plain-error.ts'
import { tableText } from './print.ts'
import { printable, printableJson } from './printable.ts'
import { resolveTime } from './times.ts'
import { textOfView, views } from './views.ts'
import { redraw } from './watch.ts'

interface Shared extends ChangeOptions {
  data?: string
  databaseUrl?: string
}

const program = new Command(commandNames.organise)
  .description('See and change a running event. A stopped one is opened.')
  .option('--data <folder>', 'the data folder of the platform (default: .guidon)')
  .option('--database-url <url>', 'the PostgreSQL server of the platform, instead of --data')
  .option('--json', 'print for programs')
  .option('--dry-run', 'only say what would change')
  .option('-y, --yes', 'do it without asking')
  .configureHelp({ showGlobalOptions: true })
  .showHelpAfterError('(--help explains it)')

const at = ['--at <time>', "from then on: 14:00, '2026-05-01 14:00', +30m, 'end - 1h'"] as const
const timeOf = ({ at: given }: { at?: string }) =>
  given === undefined ? {} : { at: resolveTime(given, new Date()) }

/** An option for each language. */
const inEveryLanguage = (command: Command, field: string, description: string) => {
  for (const language of everyLanguage) {
    const ending = language === sourceLanguage ? '' : `-${language}`
    command.option(`--${field}${ending} <text>`, `${description}, ${languages[language]}`)
  }
  return command
}
/** What was given of such an option, by language. */
const textsOf = (given: Record<string, string>, field: string) =>
  Object.fromEntries(
    everyLanguage.flatMap(language => {
      const ending = language === sourceLanguage ? '' : language
      const text = given[`${field}${ending.charAt(0).toUpperCase()}${ending.slice(1)}`]
      return text === undefined ? [] : [[language, text]]
    }),
  )

const announce = program
  .command('announce')
  .description('announce something to all participants')
  .option('--important', 'it stands out')
  .option(...at)
inEveryLanguage(announce, 'title', 'the title')
inEveryLanguage(announce, 'text', 'the text as Markdown')
announce.action((given: Record<string, string>) => {
  const importance = given.important ? 'high' : 'normal'
  const texts = { title: textsOf(given, 'title'), text: textsOf(given, 'text') }
  return act('announce', { ...texts, importance, ...timeOf(given) })
})
program
  .command('take-back')
  .description(
    'take an announcement, points, an invite code, or a hint that was given by command, back',
  )
  .argument('<id>', "as 'status', 'awards' or 'invites' shows it")
  .action(id => act('take-back', { id }))

for (const [name, description] of [
  ['hide', 'take challenges away; their solves count again after a release'],
  ['release', 'show challenges that were hidden'],
] as const)
  program
    .command(name)
    .description(description)
    .argument('<challenges...>', 'like web/guest-book')
    .option(...at)
    .action((challenges, given) => act(name, { challenges, ...timeOf(given) }))

program
  .command('hint')
  .description('give a challenge another hint')
  .argument('<challenge>', 'like web/guest-book')
  .requiredOption('--text <text>', 'the hint as Markdown')
  .option('--cost <points>', 'what it takes off the score of who opens it', Number, 0)
  .action((challenge, { text, cost }) => act('hint', { challenge, text, cost }))
program
  .command('extend')
  .description('move the end, and the end of post play')
  .argument('<duration>', "like 30m or '1h 30m'")
  .action(by => act('extend', { by }))
program
  .command('freeze')
  .description('freeze the scoreboard from now, or from a time on')
  .option(...at)
  .action(given => act('freeze', timeOf(given)))
program
  .command('unfreeze')
  .description('show the scoreboard as it is')
  .action(() => act('unfreeze', {}))
program
  .command('pause')
  .description('refuse flags, hints that cost points and starts of environments until resume')
  .action(() => act('pause', {}))
program
  .command('resume')
  .description('go on, and move the end by the time that was lost')
  .option('--no-extend', 'leave the end where it is')
  .action(({ extend }) => act('resume', { extend }))

program
  .command('credit')
  .description('accept wrong flags after all, as of the time when they were submitted')
  .argument('<ids...>', "as 'wrong' shows them")
  .option('--flag <id>', 'which flag, where the challenge has several')
  .action((ids, { flag }) => act('credit', { ids: ids.map(Number), flag }))
program
  .command('rejudge')
  .description('accept what was rejected, and is right by the flags of now')
  .argument('<challenge>', 'like web/guest-book')
  .action(challenge => act('rejudge', { challenge }))
program
  .command('unsolve')
  .description('take back what an account solved')
  .argument('<account>', 'a name, or an id')
  .argument('<challenge>', 'like web/guest-book')
  .option('--flag <id>', 'only this flag')
  .action((account, challenge, { flag }) => act('unsolve', { account, challenge, flag }))

for (const [name, description] of [
  ['award', 'give an account points, with a reason that it sees'],
  ['deduct', 'take points from an account, with a reason that it sees'],
] as const)
  inEveryLanguage(program.command(name).description(description), 'reason', 'why, in one line')
    .argument('<account>', 'a name, or an id')
    .argument('<points>', 'a whole number', Number)
    .action((account, points, given) =>
      act(name, { account, points, reason: textsOf(given, 'reason') }),
    )

program
  .command('rename')
  .description('give a team, or an account without teams, another name')
  .argument('<account>', 'a name, or an id')
  .argument('<name>', 'the new one')
  .action((account, name) => act('rename', { account, name }))
program
  .command('move')
  .description('put a user into another team; what they solved stays with the old one')
  .argument('<user>', "as 'people' shows them")
  .argument('<team>', 'a name, or an id')
  .action((user, team) => act('move', { user, team }))
program
  .command('merge')
  .description('make two accounts one, with all that either solved and the members of both')
  .argument('<from>', 'a name, or an id; it ends')
  .argument('<into>', 'a name, or an id; it stays')
  .action((from, into) => act('merge', { from, into }))
for (const [name, description] of [
  ['ban', 'keep an account out; its solves are kept and give no points'],
  ['unban', 'let an account take part again'],
  ['hide-account', 'take an account off all boards; it plays on, and changes no values'],
  ['show-account', 'put an account back on the boards'],
] as const)
  program
    .command(name)
    .description(description)
    .argument('<account>', 'a name, or an id')
    .action(account => act(name, { account }))
for (const [name, description] of [
  ['sign-out', 'end all sign-ins of a user'],
  ['reset-password', 'print a new password for a user, and end all sign-ins'],
] as const)
  program
    .command(name)
    .description(description)
    .argument('<user>', 'the name for the sign-in')
    .action(user => act(name, { user }))
program
  .command('password-link')
  .description('print a new link by which a user chooses a password, and end all sign-ins')
  .argument('<user>', 'the name for the sign-in')
  .requiredOption('--origin <url>', 'where participants find the platform')
  .action((user, { origin }) => act('password-link', { user, origin }))
for (const [name, description] of [
  ['stop', 'stop environments of an account'],
  ['restart', 'end environments of an account and start them anew'],
] as const)
  program
    .command(name)
    .description(description)
    .argument('<account>', 'a name, or an id')
    .argument('[challenge]', 'only of this challenge')
    .action((account, challenge) => act(name, { account, challenge }))
program
  .command('registration')
  .description('say who may create an account: everybody, who has an invite code, or nobody')
  .argument('<state>', 'open, invited or closed')
  .action(state => act('registration', { state }))
program
  .command('invite')
  .description('print new invite codes')
  .option('--codes <number>', 'how many', Number, 1)
  .option('--uses <number>', 'accounts for each', Number, 1)
  .action(given => act('invite', given))
program
  .command('invites')
  .description('the invite codes, and how often each was used')
  .action(() => view('invites', {}))
program
  .command('import')
  .description("create accounts and teams from a CSV file, or from CTFd's export")
  .argument(
    '<file>',
    'the folder of an unpacked export, or a file whose first line names the columns: name, display name, team, group, password',
  )
  .option(
    '--links <file>',
    'a new file for the links by which people without a password choose one',
  )
  .option('--origin <url>', 'where participants find the platform, for the links')
  .option('--results', "with CTFd's solves and awards")
  .action((file, options) => importFrom(file, options))
program
  .command('people')
  .description('all users, with their accounts')
  .action(() => view('people', {}))
program
  .command('failures')
  .description('environments that did not start or ended by themselves, with the reason')
  .action(() => view('failures', {}))
program
  .command('environments')
  .description('the environments of all accounts')
  .action(() => view('environments', {}))
program
  .command('output')
  .description('what environments of an account printed last')
  .argument('<account>', 'a name, or an id')
  .argument('[challenge]', 'only of this challenge')
  .action((account, challenge) => view('output', { account, challenge }))

program
  .command('board')
  .description('all accounts as they are now, also while the scoreboard is frozen')
  .action(() => view('board', {}))
program
  .command('solves')
  .description('solves, wrong flags and first bloods of each challenge')
  .action(() => view('solves', {}))
program
  .command('wrong')
  .description('wrong flags with their texts, newest first')
  .option('--challenge <challenge>', 'only of this one')
  .option('--account <account>', 'only of this one')
  .option('--last <number>', 'how many', Number, 100)
  .action(given => view('wrong', given))
program
  .command('awards')
  .description('points that were given and taken, with their reasons')
  .action(() => view('awards', {}))
program
  .command('status')
  .description('times, challenges and announcements, as they count now')
  .action(() => view('status', {}))
program
  .command('load')
  .description('people online, memory and queues of environments and desktops, by platform')
  .action(() => view('load', {}))
program
  .command('watch')
  .description('draws what is seen again and again, until Ctrl-C')
  .argument('[views...]', `of ${Object.keys(views).join(', ')}`, [
    'board',
    'solves',
    'environments',
  ])
  .option('--every <seconds>', 'how often', Number, 2)
  .action((names: string[], { every }) => watch(names, every))
program
  .command('log')
  .description('what organisers did')
  .option('--last <number>', 'how many commands', Number, 50)
  .action(({ last }) => view('log', { last }))
program
  .command('export')
  .description("write all results into a new folder: CSV, or JSON with --json, and CTFtime's form")
  .argument('<folder>', 'it must be empty, or not be there')
  .action(folder => exportTo(folder))
program
  .command('certificates')
  .description('write a page to print for each account that solved something, with its rank')
  .argument('<folder>', 'it must be empty, or not be there')
  .addOption(new Option('--language <tag>', 'of the pages').choices(everyLanguage).default('en'))
  .option('--early', 'although the event has not ended')
  .option(
    '--logo <file>',
    "a picture in place of the event's logo, which only a running platform has",
  )
  .action(certify)
program
  .command('backup')
  .description('write all data of this moment into a new file')
  .argument('<file>', 'like event.guidon.gz')
  .action(file => {
    requireNoDryRun('backup')
    return keep(file, async ({ backUpFrom }, from, path) => {
      // Checked here, because the platform's own message would name its unfinished file.
      await stat(dirname(path))
      return backUpFrom(from, path)
    })
  })
program
  .command('restore')
  .description('read a backup into a new database, while the platform is stopped')
  .argument('<file>', 'a backup')
  .option('--replace', 'delete the event that the database has')
  .action((file, options) => restoreFrom(file, options))

/** Commands that only write new files have no plan that could be shown before. */
function requireNoDryRun(command: string) {
  if (program.opts<Shared>().dryRun)
    throw new Error(`${command} only writes new files: it has no --dry-run`)
}

async function restoreFrom(file: string, { replace }: { replace?: true }) {
  const { dryRun: isDryRun = false, yes, json } = program.opts<Shared>()
  const where = readPlace().databaseUrl ? 'the database' : readPlace().dataFolder
  const question = `All data of ${where} will be deleted. Do this? [y/N] `
  if (replace && !isDryRun && !yes && !(await agrees(question))) return
  await keep(file, ({ restoreTo }, to, path) => restoreTo(to, path, { replace, isDryRun }))
  if (isDryRun && !json) console.log('The backup is whole. Nothing was done.')
}

const fail = (message: string) => {
  console.error(message.split('\n').map(printable).join('\n'))
  process.exitCode = 1
}

function readPlace(): Place {
  const { data, databaseUrl } = program.opts<Shared>()
  // npm runs scripts in the project's folder, even if it was called in another one.
  const folder = data
    ? resolve(process.env.INIT_CWD ?? '', data)
    : resolve(process.env.DATA || '.guidon')
  const url = databaseUrl ?? (data ? undefined : process.env.DATABASE_URL || undefined)
  return { dataFolder: folder, databaseUrl: url }
}

const open = () => openOrganiser(readPlace())

async function keep(
  file: string,
  work: (
    places: typeof import('../../platform/backup/places.ts'),
    at: Place,
    path: string,
  ) => Promise<Rows>,
) {
  // It loads both databases, which no other command needs.
  const places = await import('../../platform/backup/places.ts')
  const rows = await work(places, readPlace(), resolve(process.env.INIT_CWD ?? '', file))
  const { json } = program.opts<Shared>()
  console.log(json ? printableJson(rows) : tableText(['Table', 'Rows'], Object.entries(rows)))
}

function whoAsks(): string {
  const { SUDO_USER } = process.env
  const username = ownName()
  return SUDO_USER ? `${username} (${SUDO_USER})` : username
}

/** In a container, a user may have a number and no name. */
function ownName(): string {
  try {
    return userInfo().username
  } catch {
    return `user ${process.getuid?.()}`
  }
}

/** The data is the same from a platform as from this process: JSON. A refusal is thrown, in its own words. */
const seeBy =
  (organiser: OpenedOrganiser): See =>
  async (command, input) => {
    const answer = await organiser.run({ command, input, who: whoAsks() })
    if (answer.kind === 'seen') return JSON.parse(JSON.stringify(answer.data))
    throw new Error(answer.kind === 'refused' ? answer.message : `${command} shows nothing`)
  }

async function view(command: string, input: object) {
  const organiser = await open()
  try {
    const { json } = program.opts<Shared>()
    const data = await seeBy(organiser)(command, input)
    console.log(json ? printableJson(data) : textOfView(command, data))
  } finally {
    await organiser.close()
  }
}

async function exportTo(folder: string) {
  requireNoDryRun('export')
  const organiser = await open()
  try {
    const place = resolve(process.env.INIT_CWD ?? '', folder)
    const isJson = program.opts<Shared>().json ?? false
    const written = await exportEvent(place, isJson, seeBy(organiser))
    console.log(isJson ? printableJson(written) : tableText(['File', 'Rows'], written))
  } finally {
    await organiser.close()
  }
}

interface Certifying {
  language: Language
  early?: true
  logo?: string
}

async function certify(folder: string, { language, early, logo }: Certifying) {
  requireNoDryRun('certificates')
  const organiser = await open()
  try {
    const placeOf = (path: string) => resolve(process.env.INIT_CWD ?? '', path)
    const picture = logo === undefined ? {} : { logo: placeOf(logo) }
    const wanted = { folder: placeOf(folder), language, isEarly: early ?? false, ...picture }
    const written = await writeCertificates(wanted, seeBy(organiser))
    const { json } = program.opts<Shared>()
    console.log(json ? printableJson(written) : tableText(['File', 'Certificates'], written))
  } finally {
    await organiser.close()
  }
}

interface ImportOptions {
  links?: string
  origin?: string
  results?: true
}

async function importFrom(file: string, { links, origin, results: wanted }: ImportOptions) {
  const placeOf = (path: string) => resolve(process.env.INIT_CWD ?? '', path)
  const { toImport } = await forImports()
  const { people, results } = await readAnyone(placeOf(file), wanted ?? false)
  const arriving = await toImport(people, {
    ...{ file: links && placeOf(links), origin },
    isDryRun: program.opts<Shared>().dryRun ?? false,
  })
  const more = results ? { results } : {}
  await act('import', { people: arriving.named, ...more }, async () => {
    const prepared = await arriving.prepare()
    return { ...prepared, input: { ...prepared.input, ...more } }
  })
}

/** It loads the database's library, and the rules of names and passwords, which no other command needs. */
const forImports = () => import('./people.ts')

async function readAnyone(path: string, withResults: boolean): Promise<Omit<Ctfd, 'leftOut'>> {
  if ((await stat(path)).isDirectory()) {
    const { leftOut, ...read } = await readCtfd(path, withResults)
    for (const one of leftOut) console.error(`left out: ${one}`)
    return read
  }
  if (withResults) throw new Error("--results: only CTFd's export has results")
  return { people: await (await forImports()).readPeople(path) }
}

async function watch(names: string[], every: number) {
  if (program.opts<Shared>().json)
    return fail("watch draws for people: for programs call a view, like 'board --json'")
  const wrong = names.find(name => !Object.hasOwn(views, name))
  if (wrong !== undefined) return fail(`there is nothing called ${wrong} to watch`)
  if (!(every >= 0.5 && every <= 3600)) return fail('--every: must be from 0.5 to 3600 seconds')
  const organiser = await open()
  try {
    const see = seeBy(organiser)
    await redraw(async () => {
      const texts: string[] = []
      for (const command of names) {
        texts.push(textOfView(command, await see(command, {})) ?? '')
      }
      return texts.join('\n\n')
    }, every * 1000)
  } finally {
    await organiser.close()
  }
}

async function act(command: string, input: object, prepare?: () => Promise<Prepared>) {
  const asked = { command, input, who: whoAsks() }
  const organiser = await open()
  try {
    const parts = { organiser, agrees, prepare, print: console.log }
    const refused = await change(asked, program.opts<Shared>(), parts)
    if (refused !== null) fail(refused)
  } finally {
    await organiser.close()
  }
}

// Whoever reads the output may have seen enough: `organise log | head`.
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
  if (code === 'EPIPE') process.exit(0)
})

try {
  await program.parseAsync()
} catch (error) {
  fail(plainError(error))
}
