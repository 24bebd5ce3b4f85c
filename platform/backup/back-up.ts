import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { sql } from 'drizzle-orm'
import type { Db } from '../database/database.ts'
import { rowsOf } from '../database/rows-of.ts'
import { schemaVersionOf } from '../database/schema-version.ts'
import { OrganiserRefusal } from '../organiser/command.ts'
import { plainError } from '../plain-error.ts'
import { formatVersion, type Rows, transientTables } from './format.ts'

const rowsAtOnce = 500

/**
 * Writes all rows of one moment into a new file, which only this user may read. Others may change the database
 * meanwhile; the embedded one waits.
 *
 * @returns the rows of each table
 * @throws OrganiserRefusal if the file cannot be written, otherwise Error. It then leaves no file
 */
export async function backUp(db: Db, file: string, now: Date): Promise<Rows> {
  requireNew(file)
  const unfinished = `${file}.unfinished`
  const handle = await open(unfinished, 'wx', 0o600).catch(error => {
    if (error.code !== 'EEXIST') throw refusalOf(error, file)
    throw new OrganiserRefusal(
      `${unfinished} is there: another backup writes it now, or one was cut off; wait, or delete it`,
    )
  })
  try {
    // Another backup may have written the file since the check.
    requireNew(file)
    const rows: Rows = {}
    await db.transaction(
      tx =>
        pipeline(
          Readable.from(linesOf(tx, now, rows)),
          createGzip(),
          handle.createWriteStream({ flush: true }),
        ),
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    )
    await rename(unfinished, file)
    return rows
  } catch (error) {
    await rm(unfinished, { force: true })
    throw refusalOf(error, file)
  } finally {
    await handle.close().catch(() => {})
  }
}

/** An error of a file has a code of the operating system, and a refusal says what to do about it. */
const refusalOf = (error: unknown, file: string): unknown =>
  error instanceof Error && 'syscall' in error
    ? new OrganiserRefusal(`the backup was not made: ${plainError(error, file)}`)
    : error

function requireNew(file: string): void {
  if (existsSync(file)) throw new OrganiserRefusal(`${file} is there already: name a new file`)
}

async function* linesOf(tx: Db, now: Date, rows: Rows): AsyncGenerator<string> {
  const hash = createHash('sha256')
  const hashed = (text: string) => {
    hash.update(text)
    return text
  }
  const schema = await schemaVersionOf(tx)
  if (schema === null)
    throw new OrganiserRefusal('the database has no tables of Guidon: name the one of a platform')
  const head = {
    format: 'guidon-backup',
    version: formatVersion,
    schema,
    madeAt: now.toISOString(),
  }
  yield hashed(`${JSON.stringify(head)}\n`)
  for (const table of await tablesInOrder(tx)) {
    yield hashed(`${JSON.stringify({ table })}\n`)
    rows[table] = 0
    await tx.execute(
      sql`declare backed_up no scroll cursor for select row_to_json(one)::text as row from ${sql.identifier(table)} one`,
    )
    for (;;) {
      const part = await rowsOf<{ row: string }>(tx, sql.raw(`fetch ${rowsAtOnce} from backed_up`))
      if (part.length === 0) break
      rows[table] += part.length
      // A value of the type json is kept as it was written, so it may have line breaks between its parts.
      yield hashed(part.map(({ row }) => `${row.replaceAll('\n', ' ')}\n`).join(''))
    }
    await tx.execute(sql`close backed_up`)
  }
  yield `${JSON.stringify({ rows, sha256: hash.digest('hex') })}\n`
}

/** Tables that others refer to come first. */
async function tablesInOrder(tx: Db): Promise<string[]> {
  const tables = await rowsOf<{ name: string; needs: string[] | null }>(
    tx,
    sql`select c.relname::text as name, (
          select json_agg(distinct f.relname::text) from pg_constraint k join pg_class f on f.oid = k.confrelid
          where k.conrelid = c.oid and k.contype = 'f'
        ) as needs
        from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1`,
  )
  const sorted = new Set<string>()
  const add = (name: string) => {
    for (const needed of tables.find(one => one.name === name)?.needs ?? [])
      if (!sorted.has(needed) && needed !== name) add(needed)
    sorted.add(name)
  }
  for (const { name } of tables) if (!transientTables.includes(name)) add(name)
  return [...sorted]
}
