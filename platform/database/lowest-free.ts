import { type SQL, sql } from 'drizzle-orm'

/**
 * What a query selects `s` from: the lowest number from 1 that is not taken. No row: all are taken.
 *
 * @param taken selects the numbers that are taken
 * @param maximum the highest number; null: any
 */
export function lowestFree(taken: SQL, maximum: number | null): SQL {
  // One of the first that many is free. A series up to a large maximum would take the database seconds.
  const last = sql`least(${maximum}::bigint, (select count(*) + 1 from (${taken}) t))::int`
  return sql`generate_series(1, ${last}) s where s not in (${taken}) order by s limit 1`
}
