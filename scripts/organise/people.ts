import { rm, stat } from 'node:fs/promises'
import { readText, TextError } from '../../platform/files/read-text.ts'
import { readSmallFile } from '../../platform/files/small-file.ts'
import { texts } from '../../platform/identity/pages/texts.ts'
import { createHashing } from '../../platform/identity/passwords/hashing.ts'
import { passwordProblem } from '../../platform/identity/passwords/rules.ts'
import { createLog } from '../../platform/log.ts'
import { firstProblems } from '../../platform/organiser/commands/first-problems.ts'
import type { GivenPerson } from '../../platform/organiser/commands/importing/arrivals.ts'
import { readCsv } from './csv.ts'
import { linksFor, writeLinks } from './links-file.ts'

/** What is sent after an organiser has agreed. */
export interface Prepared {
  input: object
  /** Called if the command is refused. */
  takeBack(): Promise<void>
}

const columns = {
  name: 'name',
  'display name': 'displayName',
  team: 'team',
  group: 'group',
  password: 'password',
} as const
const known = Object.keys(columns).join(', ')
const isColumn = (name: string): name is keyof typeof columns => Object.hasOwn(columns, name)

const maxBytes = 2 ** 22

/** With more wrong lines, the platform is not asked about the others. */
const maxWrong = 1000

export interface ReadPeople {
  people: GivenPerson[]
  /** Why lines cannot be imported, like `line 7: it contains a NUL character`. */
  wrong: string[]
}

/** @throws Error in plain words if the file is no table of people */
export async function readPeople(file: string): Promise<ReadPeople> {
  const { size } = await stat(file)
  if (size > maxBytes) throw new Error(`${file} is larger than 4 MB: import it in parts`)
  const [head, ...rows] = readCsv(await readTable(file))
  const names = (head?.cells ?? []).map(name => name.trim().toLowerCase())
  const other = names.find(name => !isColumn(name))
  if (other !== undefined)
    throw new Error(`line ${head?.line}: there is no column '${other}'; known are ${known}`)
  if (!names.includes('name') || new Set(names).size < names.length)
    throw new Error(`the first line must name the columns, each once: name, and any of ${known}`)
  const people: GivenPerson[] = []
  const wrong: string[] = []
  for (const { line, cells } of rows) {
    const at = `line ${line}`
    const refuse = (problem: string) => wrong.push(`${at}: ${problem}`)
    if (cells.length !== names.length) {
      refuse(`${cells.length} cells, but the first line has ${names.length}`)
      continue
    }
    const person = Object.fromEntries(
      names.flatMap((name, place) =>
        isColumn(name) && cells[place] ? [[columns[name], cells[place]]] : [],
      ),
    )
    const name = person.name ?? ''
    const holdsNul = cells.some(cell => cell.includes('\0'))
    if (holdsNul) refuse('it contains a NUL character')
    const problem =
      person.password === undefined ? null : await passwordProblem(person.password, name)
    if (problem) refuse(texts.en.errors[problem])
    if (!holdsNul) people.push({ ...person, at, name })
  }
  if (people.length + wrong.length === 0) throw new Error(`${file} names nobody`)
  if (wrong.length > maxWrong)
    throw new Error([...firstProblems(wrong), 'nothing was done'].join('\n'))
  return { people, wrong }
}

/** @throws Error with the line that is not in UTF-8 */
const readTable = (file: string) =>
  readText(file).catch(async (error: unknown) => {
    if (!(error instanceof TextError)) throw error
    if (isArchive(await readSmallFile(file)))
      throw new Error(
        `${file} is no CSV: save a spreadsheet as "CSV UTF-8"; unpack an export of CTFd, and name its folder`,
      )
    throw new Error(`line ${error.line}: its letters are not in UTF-8; save it as "CSV UTF-8"`)
  })

/** Spreadsheets (.xlsx, .ods) are ZIP archives, too. */
const isArchive = (bytes: Buffer) => bytes.toString('latin1', 0, 4) === 'PK\x03\x04'

export const withoutPasswords = (people: readonly GivenPerson[]) =>
  people.map(({ password: _, ...rest }) => rest)

interface Links {
  file: string | undefined
  origin: string | undefined
  /** A dry run needs no links. */
  isDryRun?: boolean
}

/**
 * The passwords and the secrets of links stay in this process: only their hashes are sent.
 *
 * @throws Error if somebody needs a link, and no file for it is given
 */
export async function toImport(people: readonly GivenPerson[], links: Links) {
  const without = people.flatMap(({ name, password }) => (password === undefined ? [name] : []))
  const { file, origin, isDryRun = false } = links
  if (without.length > 0 && !isDryRun && !(file && origin))
    throw new Error(
      `${without.length} of ${people.length} have no password: give --links FILE and --origin URL for links to choose one`,
    )
  if (origin !== undefined && !/^https?:\/\/[^/]+\/?$/.test(origin))
    throw new Error('--origin: must be like https://play.example.org')
  // What is wrong with the file is said before the organiser agrees.
  const { links: made, isWritten } =
    file && without.length > 0
      ? await linksFor(file, origin ?? '', without)
      : { links: [], isWritten: true }
  return {
    named: withoutPasswords(people),
    /** How many links the file has already. */
    left: isWritten ? made.length : 0,
    async prepare(): Promise<Prepared> {
      const hashing = createHashing({ log: createLog('silent'), maxQueue: people.length })
      const next = made.values()
      const hashOf = async ({ password }: GivenPerson) =>
        password === undefined ? next.next().value?.stored : hashing.hash(password)
      try {
        const hashed = await Promise.all(
          people.map(async one => ({ ...one, password: await hashOf(one) })),
        )
        // The file is written before the accounts are created, so that no link is lost with the answer.
        if (file && !isWritten) await writeLinks(file, without, made)
        const takeBack = async () => {
          if (file && !isWritten) await rm(file)
        }
        return { input: { people: hashed }, takeBack }
      } finally {
        await hashing.close()
      }
    },
  }
}
