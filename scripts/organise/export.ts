import { type FileHandle, open, writeFile } from 'node:fs/promises'
import { everyLanguage, sourceLanguage } from '../../src/domain/languages.ts'
import { byteOrderMark } from './csv.ts'
import { fillNewFolder } from './new-folder.ts'

type Row = Record<string, unknown>

/** The columns of a file without rows. Programs that read tables refuse an empty file. */
const emptyColumns: Readonly<Record<string, string>> = {
  board: 'group,accountId,displayName,flags,points,rank,lastSolve',
  people: 'username,displayName,since,account,accountId,scoreGroup,bannedAt,hiddenAt',
  challenges: 'challenge,isHidden,wrong,shared,group,points,solves,firstBlood,firstBloodAt',
  solves: 'time,account,accountId,username,flag,counts,challenge',
  submissions: 'id,time,account,accountId,username,flag,verdict,sharedFromId,text,challenge',
  hints: 'time,account,accountId,username,hint,cost,challenge',
  awards: 'id,account,accountId,points,time,reason',
  log: 'id,madeAt,who,command,arguments,what,before,after',
}

/** Requests the data that a command of organisers shows. */
export type See = (command: string, input: object) => Promise<unknown>

interface Standings {
  group: string
  standings: Row[]
}

interface Board {
  group: string
  entries: Row[]
}

interface Page {
  rows: Row[]
  next: unknown
}

/**
 * Writes the data of an event into a new folder, which only its owner may read.
 *
 * @returns the names of the files, each with its number of rows
 * @throws Error in plain words if there is something in the folder
 */
export const exportEvent = (folder: string, isJson: boolean, see: See) =>
  fillNewFolder(folder, pathOf => writeAll(pathOf, isJson, see))

async function writeAll(pathOf: (name: string) => string, isJson: boolean, see: See) {
  const written: [name: string, rows: number][] = []
  const write = async (name: string, pages: AsyncIterable<Row[]>) => {
    const file = `${name}.${isJson ? 'json' : 'csv'}`
    await using out = await open(pathOf(file), 'wx', 0o600)
    const rows = isJson ? writeJson(out, pages) : writeCsv(out, pages, emptyColumns[name])
    written.push([file, await rows])
  }
  const all = async function* (command: string, input = {}) {
    yield (await see(command, input)) as Row[]
  }
  const table = async function* (name: string) {
    for (let after: unknown = []; after; ) {
      const { rows, next } = (await see('rows', { table: name, after })) as Page
      yield rows
      after = next
    }
  }
  const boards = async function* () {
    for (const { group, entries } of (await see('board', {})) as Board[])
      yield entries.map(entry => ({ group, ...entry }))
  }

  await write('board', boards())
  await write('people', all('people'))
  await write('challenges', challengesOf(see, isJson))
  for (const name of ['solves', 'submissions', 'hints']) await write(name, table(name))
  await write('awards', isJson ? all('awards') : awardsOf(see))
  await write('log', isJson ? all('log', everyCommand) : logOf(see))
  for (const { group, standings } of (await see('standings', {})) as Standings[]) {
    const file = `ctftime-${group}.json`
    await writeFile(pathOf(file), JSON.stringify({ standings }), { flag: 'wx', mode: 0o600 })
    written.push([file, standings.length])
  }
  return written
}

async function* challengesOf(see: See, isJson: boolean) {
  const challenges = (await see('solves', {})) as (Row & { groups: Row[] })[]
  const rows = challenges.flatMap(({ groups, ...rest }) =>
    groups.map(group => ({ ...rest, ...group })),
  )
  yield isJson ? rows : rows.map(withFirstBlood)
}

function withFirstBlood({ firstBlood, ...rest }: Row): Row {
  const { account = null, at = null } = (firstBlood ?? {}) as Row
  return { ...rest, firstBlood: account, firstBloodAt: at }
}

/** In the log, which never has more. */
const everyCommand = { last: 10_000 }

interface Logged extends Row {
  input: unknown
  changes: { what: string; before: string | null; after: string | null }[]
}

/** A row for each change. The arguments are one text, without the people of an import. */
async function* logOf(see: See) {
  const rows = (await see('log', everyCommand)) as Logged[]
  yield rows.flatMap(({ input, changes, ...rest }) =>
    changes.map(({ what, before, after }) => ({
      ...rest,
      arguments: argumentsText(input),
      what,
      before,
      after,
    })),
  )
}

function argumentsText(input: unknown, path: readonly string[] = []): string {
  if (Array.isArray(input)) {
    const isOfTexts = input.every(one => typeof one !== 'object')
    return `${path.join('.')}: ${isOfTexts ? input.join(', ') : input.length}`
  }
  if (typeof input !== 'object' || input === null) return `${path.join('.')}: ${input}`
  return Object.entries(input)
    .map(([name, value]) => argumentsText(value, [...path, name]))
    .join('\n')
}

/** A column for each language that a reason has: `reason` is English, `reason-de` German. */
async function* awardsOf(see: See) {
  const rows = (await see('awards', {})) as (Row & { reason: Record<string, string> })[]
  const others = everyLanguage.filter(
    one => one !== sourceLanguage && rows.some(({ reason }) => reason[one] !== undefined),
  )
  yield rows.map(({ reason, ...rest }) => ({
    ...rest,
    reason: reason[sourceLanguage],
    ...Object.fromEntries(others.map(one => [`reason-${one}`, reason[one]])),
  }))
}

async function writeJson(out: FileHandle, pages: AsyncIterable<Row[]>): Promise<number> {
  let count = 0
  await out.write('[')
  for await (const rows of pages)
    for (const row of rows) await out.write(`${count++ > 0 ? ',' : ''}\n${JSON.stringify(row)}`)
  await out.write('\n]\n')
  return count
}

async function writeCsv(
  out: FileHandle,
  pages: AsyncIterable<Row[]>,
  ifEmpty = '',
): Promise<number> {
  let count = 0
  let columns: string[] = []
  for await (const rows of pages) {
    const lines: string[] = []
    if (columns.length === 0 && rows[0]) {
      columns = Object.keys(rows[0])
      lines.push(byteOrderMark + columns.join(','))
    }
    for (const row of rows) lines.push(columns.map(name => cell(row[name])).join(','))
    if (lines.length > 0) await out.write(`${lines.join('\r\n')}\r\n`)
    count += rows.length
  }
  if (count === 0) await out.write(`${byteOrderMark}${ifEmpty}\r\n`)
  return count
}

/**
 * What makes a cell a formula, at its beginning: also in full width, and after the semicolons and line breaks at which
 * spreadsheets of many countries divide a text.
 */
const formula = /^(?=[=+\-@\t\r\n＝＋－＠])|(?<=[;\r\n])(?=[=+\-@＝＋－＠])/g

/** By RFC 4180. A spreadsheet would run a participant's text that begins like a formula. */
function cell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = String(value)
  const safe = text.replace(formula, "'")
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
