import { mkdir } from 'node:fs/promises'
import type { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import type { Database } from './database.ts'
import { migrationsFolder } from './migrations-folder.ts'
import { keepPrivate, refuseOtherThanFiles } from './private-files.ts'
import * as schema from './schema.ts'
import { isOlder } from './schema-version.ts'
import { YieldingPGlite } from './yielding-pglite.ts'

/**
 * PostgreSQL inside this process; its data in `folder`, or in memory without one.
 *
 * @param onEnd see `YieldingPGlite`
 */
export async function openPglite(
  folder?: string,
  onEnd?: (error: Error) => void,
): Promise<Database> {
  const client = await openEngine(folder, onEnd)
  if (folder) await keepPrivate(folder)
  const db = drizzle({ client })
  try {
    await isOlder(db)
    await migrate(db, { migrationsFolder })
  } catch (error) {
    await client.close()
    throw error
  }
  return databaseOf(client)
}

export function databaseOf(client: PGlite): Database {
  const db = drizzle({ client, schema })
  return {
    kind: 'pglite',
    db,
    once: work => db.transaction(work),
    async notify(channel, payload = '') {
      await client.query('select pg_notify($1, $2)', [channel, payload])
    },
    async listen(channel, listener) {
      const stop = await client.listen(channel, listener)
      return () => stop()
    },
    sweep: async () => undefined,
    close: () => client.close(),
  }
}

/** @throws Error with a `code` if the file system is the reason */
export async function openEngine(
  folder?: string,
  onEnd?: (error: Error) => void,
): Promise<YieldingPGlite> {
  if (folder) {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await refuseOtherThanFiles(folder)
  }
  let last = ''
  const onStderr = (line: string) => {
    if (/ (FATAL|PANIC): /.test(line)) last = line
    return true
  }
  const options = { ...(folder && { dataDir: folder }), onStderr }
  return YieldingPGlite.open(options, onEnd).catch(error =>
    refuseFolder(folder ?? 'memory', error, last),
  )
}

/** Error numbers of WASI, which PGlite's file system uses. */
const codes = new Map([
  [2, 'EACCES'],
  [19, 'EDQUOT'],
  [29, 'EIO'],
  [51, 'ENOSPC'],
  [63, 'EPERM'],
  [69, 'EROFS'],
])

/** As the engine writes them. */
const phrases = new Map([
  ['Permission denied', 'EACCES'],
  ['Quota exceeded', 'EDQUOT'],
  ['I/O error', 'EIO'],
  ['No space left on device', 'ENOSPC'],
  ['Operation not permitted', 'EPERM'],
  ['Read-only file system', 'EROFS'],
])

/**
 * PGlite's file system throws an object that is not an Error and has only a number. After all other failures PGlite
 * throws the same text.
 *
 * @param last what the engine last said before it ended
 */
function refuseFolder(path: string, thrown: unknown, last: string): never {
  const errno = thrown instanceof Error ? undefined : (thrown as { errno?: number } | null)?.errno
  const [, said] = [...phrases].find(([phrase]) => last.endsWith(phrase)) ?? []
  const code = errno === undefined ? said : (codes.get(errno) ?? `errno ${errno}`)
  if (code !== undefined)
    throw Object.assign(new Error(`the file system answers ${code}`), { code, path })
  if (thrown instanceof Error && thrown.message.includes('failed to initialize'))
    throw new Error(`the files in ${path} are damaged, or of another version of PostgreSQL`)
  throw thrown
}
