import { randomUUID } from 'node:crypto'
import type { Database } from '../../../platform/database/database.ts'
import {
  accounts,
  environments,
  replicas,
  signInAccounts,
  users,
} from '../../../platform/database/schema.ts'

export interface Person {
  id: string
  username: string
}

/** Accounts that play in the group `open`, as if they had signed in before. */
export async function addPeople({ db }: Database, count: number): Promise<Person[]> {
  const createdAt = new Date()
  const people = Array.from({ length: count }, (_, index) => ({
    id: randomUUID(),
    username: `p${index}`,
  }))
  const password = 'scrypt$2$8$1$$'
  const inGroup = { scoreGroup: 'open', scoreGroupAt: createdAt, createdAt }
  for (let at = 0; at < count; at += 1000) {
    const piece = people.slice(at, at + 1000)
    await db
      .insert(signInAccounts)
      .values(piece.map(one => ({ ...one, usernameKey: one.username, password, createdAt })))
    await db.insert(users).values(
      piece.map(one => ({
        ...one,
        issuer: 'embedded',
        subject: one.id,
        displayName: one.username,
        createdAt,
        externalId: one.id,
      })),
    )
    await db
      .insert(accounts)
      .values(piece.map(({ id, username }) => ({ id, displayName: username, ...inGroup })))
  }
  return people
}

/** Adds a running environment for each. It belongs to a replica that does not run and only has rows. */
export async function addEnvironments({ db }: Database, holders: Person[]): Promise<string> {
  const owner = randomUUID()
  await db.insert(replicas).values({ id: owner, heartbeats: 1 })
  const rows = holders.map(({ id }, index) => ({
    id: randomUUID(),
    accountId: id,
    category: 'net',
    slug: 'bound',
    slot: 1,
    state: 'running' as const,
    scheduledStop: new Date(Date.now() + 3_600_000),
    endpoints: [{ ip: '10.0.0.1', port: 20_000 + index, protocol: 'tcp', title: 'Service' }],
    driver: 'process',
    startedBy: id,
    createdAt: new Date(),
    owner,
  }))
  if (rows.length > 0) await db.insert(environments).values(rows)
  return owner
}
