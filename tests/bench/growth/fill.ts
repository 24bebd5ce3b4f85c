import { sql } from 'drizzle-orm'
import type { Database } from '../../../platform/database/database.ts'
import { categories } from '../servers/event.ts'

/** The solves of the first account. The last has none, so the average is ten. */
const most = 20

interface Filling {
  accounts: number
  challenges: number
  start: Date
}

/** Accounts in one statement, so that none takes so long that the database seems not to answer. */
const PIECE = 2000

/** Accounts `crowd-0` and on in the group `open`, with solves and as many submissions. */
export async function fill(database: Database, filling: Filling) {
  for (let from = 0; from < filling.accounts; from += PIECE)
    await fillPiece(database, filling, { from, to: Math.min(from + PIECE, filling.accounts) - 1 })
  await database.db.execute(sql`analyze`)
}

async function fillPiece(
  { db }: Database,
  { accounts, challenges, start }: Filling,
  { from, to }: { from: number; to: number },
) {
  const begin = start.toISOString()
  const names = sql.raw(`array[${categories.map(name => `'${name}'`).join(',')}]`)
  const people = sql`from generate_series(${from}::int, ${to}::int) as i`
  await db.execute(sql`
    insert into sign_in_accounts (id, username, username_key, password, created_at)
    select 'crowd-' || i, 'p' || i, 'p' || i, 'scrypt$2$8$1$$', ${begin}::timestamptz ${people}`)
  await db.execute(sql`
    insert into users (id, issuer, subject, username, display_name, external_id, created_at)
    select 'crowd-' || i, 'embedded', 'crowd-' || i, 'p' || i, 'Participant ' || i, 'crowd-' || i,
      ${begin}::timestamptz ${people}`)
  await db.execute(sql`
    insert into accounts (id, display_name, score_group, score_group_at, created_at)
    select 'crowd-' || i, 'Participant ' || i, 'open', ${begin}::timestamptz, ${begin}::timestamptz ${people}`)
  await db.execute(sql`
    insert into solves (account_id, category, slug, flag_id, user_id, solved_at, counts)
    select 'crowd-' || i, (${names})[1 + (i * 7 + s) % ${challenges}::int % ${categories.length}::int],
      'challenge-' || (i * 7 + s) % ${challenges}::int, '1', 'crowd-' || i,
      ${begin}::timestamptz + (i * 7919 + s * 104729) % 100000 * interval '1 second', true
    ${people}, generate_series(0, ${most - 1}::int) as s
    where s < ${most}::int * (1 - i::float / ${accounts}::int)`)
  await db.execute(sql`
    insert into submissions (account_id, user_id, category, slug, flag_id, status, submitted_at)
    select account_id, user_id, category, slug, flag_id, 1, solved_at from solves
    where account_id in (select 'crowd-' || i ${people})`)
}
