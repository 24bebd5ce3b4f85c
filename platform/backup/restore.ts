import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import * as v from 'valibot'
import type { Db } from '../database/database.ts'
import { migrationsFolder } from '../database/migrations-folder.ts'
import { isOutOfDisk, outOfDisk } from '../database/outage.ts'
import { rowsOf } from '../database/rows-of.ts'
import { codeOf } from '../error-code.ts'
import { reasonOf } from '../log-errors.ts'
import { plainError } from '../plain-error.ts'
import { End, formatVersion, Head, type Rows, TableLine } from './format.ts'

const rowsAtOnce = 500

export interface RestoreOptions {
  /** Deletes what the database has. Otherwise it must have no event. */
  replace?: boolean | undefined
  /** Reads and checks all of it, and leaves the database as it was. */
  isDryRun?: boolean
}

/** Ends the transaction of a dry run. */
class RolledBack extends Error {
  override readonly name = 'RolledBack'
}

/**
 * Reads a backup into a database that nothing else uses, as a whole or not at all. It makes the tables in the
 * version of the backup, reads the rows, and then brings the tables up to date.
 *
 * @returns the rows of each table
 * @throws Error in plain words
 */
export async function restore(
  db: Db,
  file: string,
  { replace = false, isDryRun = false }: RestoreOptions = {},
): Promise<Rows> {
  let rows: Rows = {}
  const work = db.transaction(async tx => {
    await refuseForeignTables(tx)
    if (!replace && (await hasEvent(tx)))
      throw new Error(
        'the database has an event already: --replace deletes it and reads the backup instead',
      )
    await dropAll(tx)
    const lines = linesOf(file)
    try {
      const first = await lines.next()
      const head = readHead(file, first.done ? '' : first.value)
      await migrate(tx, at => at <= head.schema)
      rows = await readRows(tx, file, lines, String(first.value))
      await setSequences(tx)
      await migrate(tx, at => at > head.schema)
    } catch (error) {
      throw explain(file, error)
    } finally {
      await lines.return(undefined)
    }
    if (isDryRun) throw new RolledBack()
  })
  await work.catch(error => {
    if (!(error instanceof RolledBack)) throw error
  })
  return rows
}

/** Called before a database is made for it. @throws Error in plain words */
export async function requireBackup(file: string): Promise<void> {
  const lines = linesOf(file)
  try {
    const first = await lines.next()
    readHead(file, first.done ? '' : first.value)
  } catch (error) {
    throw explain(file, error)
  } finally {
    await lines.return(undefined)
  }
}

async function* linesOf(file: string): AsyncGenerator<string, undefined> {
  const source = createReadStream(file)
  const text = createGunzip()
  source.on('error', error => text.destroy(error))
  // `readline` events would lose errors of the stream.
  const lines = createInterface({ input: source.pipe(text), crlfDelay: 0 })
  let failure: Error | undefined
  text.on('error', error => {
    failure = error
    lines.close()
  })
  try {
    yield* lines
    if (failure) throw failure
    return undefined
  } finally {
    source.destroy()
    text.destroy()
  }
}

function readHead(file: string, line: string) {
  const head = v.safeParse(Head, parse(line))
  if (!head.success) throw new Error(`${file} is not a backup of Guidon`)
  const known = readMigrationFiles({ migrationsFolder }).map(one => one.folderMillis)
  if (head.output.version > formatVersion || head.output.schema > Math.max(...known))
    throw new Error(`${file} was made by a newer version of Guidon: restore it with that one`)
  if (!known.includes(head.output.schema))
    throw new Error(`${file} was made by a version of Guidon that this one does not know`)
  return head.output
}

async function readRows(tx: Db, file: string, lines: AsyncGenerator<string>, head: string) {
  const hash = createHash('sha256').update(`${head}\n`)
  const rows: Rows = {}
  let table = ''
  let batch: string[] = []
  const flush = async () => {
    if (batch.length === 0) return
    const name = sql.identifier(table)
    const values = `[${batch.join(',')}]`
    await tx.execute(
      sql`insert into ${name} select * from json_populate_recordset(null::${name}, ${values}::json)`,
    )
    batch = []
  }
  for await (const line of lines) {
    const isRow = line !== '' && !/^\{"(table|rows)":/.test(line)
    if (isRow && table) {
      batch.push(line)
      rows[table] = (rows[table] ?? 0) + 1
      if (batch.length === rowsAtOnce) await flush()
    } else {
      await flush()
      const data = parse(line)
      const end = v.safeParse(End, data)
      if (end.success) {
        if (end.output.sha256 !== hash.digest('hex'))
          throw new Error(`${file} is damaged: its checksum is wrong`)
        return rows
      }
      const next = v.safeParse(TableLine, data)
      if (!next.success)
        throw new Error(`${file} is damaged: it has a line that is neither table nor row`)
      table = next.output.table
      rows[table] = 0
    }
    hash.update(`${line}\n`)
  }
  throw new Error(`${file} is cut off: it has no end`)
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

function explain(file: string, error: unknown): unknown {
  const code = codeOf(error)
  if (code === 'Z_BUF_ERROR') return new Error(`${file} is cut off`)
  if (code.startsWith('Z_')) return new Error(`${file} is damaged, or not a backup of Guidon`)
  if ('syscall' in Object(error)) return new Error(plainError(error, file))
  if (isOutOfDisk(error)) return new Error(`nothing was restored: ${outOfDisk}`)
  // The message of a failed statement has the values of the backup.
  return 'query' in Object(error) ? new Error(`nothing was restored: ${reasonOf(error)}`) : error
}

/** An event that has run once. A database with empty tables has none. */
async function hasEvent(tx: Db): Promise<boolean> {
  const [table] = await rowsOf(
    tx,
    sql`select 1 from pg_tables where schemaname = 'public' and tablename = 'settings'`,
  )
  if (!table) return false
  return (await rowsOf(tx, sql`select 1 from settings limit 1`)).length > 0
}

const tablesOf = async (tx: Db) =>
  (
    await rowsOf<{ name: string }>(
      tx,
      sql`select tablename as name from pg_tables where schemaname = 'public' order by 1`,
    )
  ).map(({ name }) => name)

/** A database that somebody named by mistake must not lose its tables. */
async function refuseForeignTables(tx: Db): Promise<void> {
  const statements = readMigrationFiles({ migrationsFolder }).flatMap(one => one.sql)
  const own = new Set(
    statements.flatMap(text =>
      [...text.matchAll(/(?:create (?:unlogged )?table|rename to) "(\w+)"/gi)].map(
        ([, name]) => name,
      ),
    ),
  )
  const foreign = (await tablesOf(tx)).filter(name => !own.has(name))
  if (foreign.length > 0)
    throw new Error(
      `the database has tables that are not of Guidon (${foreign.slice(0, 5).join(', ')}): name one of its own`,
    )
}

async function dropAll(tx: Db): Promise<void> {
  for (const name of await tablesOf(tx))
    await tx.execute(sql`drop table ${sql.identifier(name)} cascade`)
  const functions = await rowsOf<{ name: string }>(
    tx,
    sql`select oid::regprocedure::text as name from pg_proc p where pronamespace = 'public'::regnamespace
        and not exists (select from pg_depend where objid = p.oid and deptype = 'e')`,
  )
  for (const { name } of functions) await tx.execute(sql.raw(`drop function ${name} cascade`))
  await tx.execute(sql`drop schema if exists drizzle cascade`)
}

/** Like drizzle's own `migrate`, but only the migrations that are asked for, within this transaction. */
async function migrate(tx: Db, isAsked: (when: number) => boolean): Promise<void> {
  await tx.execute(sql`create schema if not exists drizzle`)
  await tx.execute(
    sql`create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`,
  )
  for (const one of readMigrationFiles({ migrationsFolder })) {
    if (!isAsked(one.folderMillis)) continue
    for (const statement of one.sql) await tx.execute(sql.raw(statement))
    await tx.execute(
      sql`insert into drizzle.__drizzle_migrations (hash, created_at) values (${one.hash}, ${one.folderMillis})`,
    )
  }
}

/** The next rows get numbers after those that are there. */
async function setSequences(tx: Db): Promise<void> {
  const owned = await rowsOf<{ sequence: string; table: string; column: string }>(
    tx,
    sql`select s.oid::regclass::text as sequence, d.refobjid::regclass::text as table, a.attname as column
        from pg_class s join pg_depend d on d.objid = s.oid and d.deptype = 'a'
        join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
        where s.relkind = 'S' and s.relnamespace = 'public'::regnamespace`,
  )
  for (const { sequence, table, column } of owned)
    await tx.execute(
      sql`select setval(${sequence}, (select coalesce(max(${sql.identifier(column)}), 0) + 1 from ${sql.identifier(table)}), false)`,
    )
}
