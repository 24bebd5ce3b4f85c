import type { PGlite } from '@electric-sql/pglite'
import type { Database } from '../../platform/database/database.ts'
import { databaseOf } from '../../platform/database/pglite.ts'

/** A database in memory, with its schema at the start. */
interface Kept {
  client: PGlite
  schema: string
}

/** Unused databases; null: closed ones are not kept. */
let idle: Kept[] | null = null

export function beginReuse(): void {
  idle ??= []
}

/** Closes all unused databases but one: few files use several at a time. */
export async function closeSpare(): Promise<void> {
  for (const { client } of idle?.splice(1) ?? []) await client.close()
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

/** A client that can be closed while its database is used further. */
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
    // Running statements end first: they must not write into the next test's tables.
    await real.transaction(async () => {})
  }
  return { client, close }
}

async function isAsNew({ client, schema }: Kept): Promise<boolean> {
  if ((await schemaOf(client)) !== schema) return false
  await empty(client)
  return true
}

/**
 * Truncates only large tables: deleting the few rows of all others is faster than truncating one. A large
 * one would keep its empty pages, and get another query plan.
 */
async function empty(client: PGlite): Promise<void> {
  await client.exec(`
    do $$
    declare
      name text;
    begin
      -- Nothing follows from these rows: neither triggers nor foreign keys count.
      perform set_config('session_replication_role', 'replica', true);
      for name in select format('%I.%I', schemaname, tablename) from pg_tables where schemaname = 'public' loop
        if pg_relation_size(name::regclass) > 65536 then execute format('truncate %s cascade', name);
        else execute format('delete from %s', name);
        end if;
      end loop;
      perform setval(format('%I.%I', schemaname, sequencename), start_value, false)
        from pg_sequences where schemaname = 'public' and last_value is not null;
    end $$`)
}

/**
 * Everything that a test could change. Each change of a catalog's row is a new row of a later transaction. Of
 * tables and indexes, the names: their rows change when a table is emptied.
 */
const catalogs = [
  ...['pg_attrdef', 'pg_attribute', 'pg_constraint', 'pg_enum', 'pg_index', 'pg_policy', 'pg_proc'],
  ...['pg_rewrite', 'pg_sequence', 'pg_trigger', 'pg_type'],
]
const schemaQuery = `
  select concat_ws(' ',
    ${catalogs.map(name => `(select concat(count(*), '/', max(xmin::text::bigint)) from ${name})`).join(', ')},
    (select md5(string_agg(concat(relname, relkind, relrowsecurity), ' ' order by relname))
      from pg_class where relnamespace = 'public'::regnamespace)) as schema`

async function schemaOf(client: PGlite): Promise<string> {
  const { rows } = await client.query<{ schema: string }>(schemaQuery)
  return rows[0]?.schema ?? ''
}
