import { asc, eq, isNull } from 'drizzle-orm'
import type { Database, Db } from '../database/database.ts'
import { accountNames, accounts, teamNames, teams } from '../database/schema.ts'
import { nameKeys } from './names.ts'

/** At most 65,535 parameters go with a statement. */
const atOnce = 1000

/**
 * Claims the names of accounts and teams that were made before names had keys. Of two that look
 * alike, the older has its keys; both keep their names.
 */
export async function claimOldNames({ db }: Database): Promise<void> {
  const oldAccounts = await db
    .select({ id: accounts.id, name: accounts.username })
    .from(accounts)
    .leftJoin(accountNames, eq(accountNames.accountId, accounts.id))
    .where(isNull(accountNames.key))
    .orderBy(asc(accounts.createdAt))
  for (const rows of pieces(keysOf(oldAccounts)))
    await db
      .insert(accountNames)
      .values(rows.map(({ key, id }) => ({ key, accountId: id })))
      .onConflictDoNothing()

  const oldTeams = await db
    .select({ id: teams.id, name: teams.name })
    .from(teams)
    .leftJoin(teamNames, eq(teamNames.teamId, teams.id))
    .where(isNull(teamNames.key))
    .orderBy(asc(teams.createdAt))
  for (const rows of pieces(keysOf(oldTeams)))
    await db
      .insert(teamNames)
      .values(rows.map(({ key, id }) => ({ key, teamId: id })))
      .onConflictDoNothing()
}

/** Within the transaction that makes the team; violates `team_names_pkey` where it is taken. */
export const claimTeamName = (tx: Db, teamId: string, keys: string[]) =>
  tx.insert(teamNames).values(keys.map(key => ({ key, teamId })))

/** Within the transaction that makes the account; violates `account_names_pkey`. */
export const claimUsername = (tx: Db, accountId: string, keys: string[]) =>
  tx.insert(accountNames).values(keys.map(key => ({ key, accountId })))

const keysOf = (rows: { id: string; name: string }[]) =>
  rows.flatMap(({ id, name }) => nameKeys(name).map(key => ({ id, key })))

function* pieces<T>(rows: T[]): Generator<T[]> {
  for (let at = 0; at < rows.length; at += atOnce) yield rows.slice(at, at + atOnce)
}
