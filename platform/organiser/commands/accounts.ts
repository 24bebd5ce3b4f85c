import { eq, sql } from 'drizzle-orm'
import { accounts, signInAccounts } from '../../database/schema.ts'
import { signInKey } from '../../names/names.ts'
import { type ChangeContext, OrganiserRefusal } from '../command.ts'

export type AccountRow = typeof accounts.$inferSelect

/** Finds an account by its name, or by its id if several have that name. @throws OrganiserRefusal */
export async function accountNamed({ tx }: Pick<ChangeContext, 'tx'>, name: string) {
  const [ofId] = await tx.select().from(accounts).where(eq(accounts.id, name))
  if (ofId) return ofId
  const found = await tx
    .select()
    .from(accounts)
    .where(eq(sql`lower(${accounts.displayName})`, name.toLowerCase()))
  const exact = found.filter(({ displayName }) => displayName === name)
  const [account, ...others] = exact.length > 0 ? exact : found
  if (!account)
    throw new OrganiserRefusal(`there is no account '${name}'; 'people' shows names and ids`)
  if (others.length === 0) return account
  throw new OrganiserRefusal(
    `several accounts are called '${name}': name one of ${[account, ...others].map(({ id }) => id).join(', ')}`,
  )
}

/** @returns undefined if there is none */
export async function findSignInAccount({ tx }: ChangeContext, name: string) {
  const [found] = await tx
    .select()
    .from(signInAccounts)
    .where(eq(signInAccounts.usernameKey, signInKey(name)))
  return found
}

/** @throws OrganiserRefusal */
export async function signInAccountNamed(context: ChangeContext, name: string) {
  const found = await findSignInAccount(context, name)
  if (found) return found
  throw new OrganiserRefusal(
    `nobody signs in here as '${name}'; accounts of your own issuer are changed there`,
  )
}
