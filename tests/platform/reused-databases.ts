import type { PGlite } from '@electric-sql/pglite'
import type { Database } from '../../platform/database/database.ts'
import { databaseOf } from '../../platform/database/pglite.ts'

/** A database in memory, with what its schema was when it was new. */
interface Kept {
  client: PGlite
  schema: string
}

/** Null: closed ones are not kept. */
let idle: Kept[] | null = null

export function beginReuse(): void {
  idle ??= []
}

export async function endReuse(): Promise<void> {
  const unused = idle ?? []
  idle = null
  for (const { client } of unused) await client.close()
}

/**
 * An empty database in memory. To make one takes a third of a second of the processor, so it is emptied when it
 * is closed, and used again. One whose schema a test has changed is not.
 */
export async function openReused(make: () => Promise<PGlite>): Promise<Database> {
  if (!idle) return databaseOf(await make())
  const kept = idle.pop() ?? (await keep(await make()))
  const { client, close } = lend(kept.client)
  return {
    ...databaseOf(client),
    async close() {
      await close()
      if (idle && (await isAsNew(kept))) idle.push(kept)
      else await kept.client.close()
    },
  }
}

const keep = async (client: PGlite): Promise<Kept> => ({ client, schema: await schemaOf(client) })

/** A client that can be closed, though another one goes on with its database. */
function lend(real: PGlite) {
  let isClosed = false
  const stops = new Set<() => Promise<void>>()
  const client = new Proxy(real, {
    get(target, name) {
      const value = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      return async (...given: unknown[]) => {
        if (isClosed) throw new Error('PGlite is closed')
        const answer = await value.apply(target, given)
        if (name === 'listen') stops.add(answer)
        return answer
      }
    },
  })
  const close = async () => {
    isClosed = true
    for (const stop of stops) await stop()
    // What was under way ends first: it must not write into the next one's tables.
    await real.transaction(async () => {})
  }
  return { client, close }
}

async function isAsNew({ client, schema }: Kept): Promise<boolean> {
  if ((await schemaOf(client)) !== schema) return false
  await empty(client)
  return true
}

async function empty(client: PGlite): Promise<void> {
  const { rows } = await client.query<{ all: string }>(`
    select string_agg(format('%I.%I', schemaname, tablename), ', ') as all
    from pg_tables where schemaname = 'public'`)
  const all = rows[0]?.all
  if (all) await client.exec(`truncate ${all} restart identity cascade`)
}

/** Everything that a test could change: tables, columns, constraints, triggers and functions. */
async function schemaOf(client: PGlite): Promise<string> {
  const { rows } = await client.query<{ schema: string }>(`
    select md5(string_agg(line, ' ' order by line)) as schema from (
      select format('%s %s %s', table_name, column_name, data_type) as line
      from information_schema.columns where table_schema = 'public'
      union all select conname::text || pg_get_constraintdef(oid) from pg_constraint
        where connamespace = 'public'::regnamespace
      union all select pg_get_triggerdef(oid) || tgenabled::text from pg_trigger where not tgisinternal
      union all select pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace
      union all select indexdef from pg_indexes where schemaname = 'public'
    ) as lines`)
  return rows[0]?.schema ?? ''
}
