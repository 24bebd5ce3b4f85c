import { asc, eq, isNull } from 'drizzle-orm'
import type { Database, Db } from '../database/database.ts'
import { inBatches } from '../database/in-batches.ts'
import { signInAccounts, teamNames, teams, usernames } from '../database/schema.ts'
import { nameKeys } from './names.ts'

/**
 * Claims the names of accounts and teams that are older than the keys of names. Of two names that
 * look alike, the older one gets the keys; both names stay.
 */
export async function claimOldNames({ db }: Database): Promise<void> {
  const oldAccounts = await db
    .select({ id: signInAccounts.id, name: signInAccounts.username })
    .from(signInAccounts)
    .leftJoin(usernames, eq(usernames.accountId, signInAccounts.id))
    .where(isNull(usernames.key))
    .orderBy(asc(signInAccounts.createdAt))
  for (const claims of inBatches(claimsOf(oldAccounts)))
    await db.insert(usernames).values(claims.map(accountClaim)).onConflictDoNothing()

  const oldTeams = await db
    .select({ id: teams.id, name: teams.name })
    .from(teams)
    .leftJoin(teamNames, eq(teamNames.teamId, teams.id))
    .where(isNull(teamNames.key))
    .orderBy(asc(teams.createdAt))
  for (const claims of inBatches(claimsOf(oldTeams)))
    await db.insert(teamNames).values(claims.map(teamClaim)).onConflictDoNothing()
}

/** For the transaction that creates the team. Violates `team_names_pkey` if a key is taken. */
export const claimTeamName = (tx: Db, id: string, keys: string[]) =>
  tx.insert(teamNames).values(keys.map(key => teamClaim({ id, key })))

/** For the transaction that creates the account. Violates `usernames_pkey` if a key is taken. */
export const claimUsername = (tx: Db, id: string, keys: string[]) =>
  tx.insert(usernames).values(keys.map(key => accountClaim({ id, key })))

interface Claim {
  id: string
  key: string
}

const teamClaim = ({ id, key }: Claim) => ({ key, teamId: id })
const accountClaim = ({ id, key }: Claim) => ({ key, accountId: id })

const claimsOf = (rows: readonly { id: string; name: string }[]): Claim[] =>
  rows.flatMap(({ id, name }) => nameKeys(name).map(key => ({ id, key })))
