import { randomUUID } from 'node:crypto'
import { and, asc, eq } from 'drizzle-orm'
import * as v from 'valibot'
import { accounts, environments, replicas, users } from '../../database/schema.ts'
import { challengeRef } from '../../event/challenge-key.ts'
import { block, text } from '../../event/fields.ts'
import { plural } from '../../event/record/plural.ts'
import {
  type ChangeContext,
  changeCommand,
  OrganiserRefusal,
  type OrganiserServices,
  viewCommand,
} from '../command.ts'
import { accountNamed } from './accounts.ts'
import { challengeNamed } from './challenges.ts'

type Row = typeof environments.$inferSelect

/** The environments of all accounts, oldest first. */
export const showEnvironments = viewCommand(block({}), async ({ database: { db }, event }) => {
  const rows = await db
    .select({ environment: environments, account: accounts.displayName, startedBy: users.username })
    .from(environments)
    .innerJoin(accounts, eq(accounts.id, environments.accountId))
    .leftJoin(users, eq(users.id, environments.startedBy))
    .orderBy(asc(environments.createdAt))
  return rows.map(({ environment, ...names }) => ({
    ...names,
    challenge: pathOf({ event }, environment),
    state: environment.state,
    since: environment.createdAt.toISOString(),
    until: environment.scheduledStop?.toISOString() ?? null,
    endpoints: environment.endpoints,
    driver: environment.driver,
    replica: environment.owner,
  }))
})

/** Stops environments of an account. */
export const stop = changeCommand(
  block({ account: text, challenge: v.optional(text) }),
  async (context, given) => {
    const { tx, event } = context
    const account = await accountNamed(context, given.account)
    const row = given.challenge && challengeNamed(event.base, given.challenge).rowName
    const isIt = and(
      eq(environments.accountId, account.id),
      ...(row ? [eq(environments.category, row.category), eq(environments.slug, row.slug)] : []),
    )
    const rows = (await tx.select().from(environments).where(isIt)).filter(isUp)
    for (const one of rows) await requireOwner(context, one)
    return {
      changes: rows.map(one => ({
        what: `${pathOf(context, one)} of ${account.displayName}`,
        before: one.state,
        after: 'stopped',
      })),
      notes: [],
      apply: () => stopping(context, rows),
    }
  },
)

/** For what ends the play of an account. Environments that nobody runs end by themselves. */
export async function stoppingAll(context: ChangeContext, accountId: string) {
  const { tx } = context
  const found = await tx.select().from(environments).where(eq(environments.accountId, accountId))
  const rows = found.filter(isUp)
  return {
    notes: rows.length > 0 ? [`${plural(rows.length, 'environment')} will be stopped`] : [],
    apply: () => stopping(context, rows),
  }
}

const isUp = ({ state }: Row) => state !== 'stopping'

const pathOf = ({ event }: Pick<OrganiserServices, 'event'>, row: Row) => {
  const { categorySlug, challengeSlug } = challengeRef(event.base, row)
  return `${categorySlug}/${challengeSlug}`
}

async function requireOwner({ tx, database, isPlatform }: ChangeContext, { owner }: Row) {
  const [alive] = owner ? await tx.select().from(replicas).where(eq(replicas.id, owner)) : []
  // With the embedded database, there is no row of the only replica.
  if (database.kind === 'pglite' ? isPlatform : alive) return
  throw new OrganiserRefusal('the platform that runs it is stopped: it ends or goes on with that')
}

/** The replica that runs each one gets the remote command that another replica would send. */
async function stopping({ tx, bus }: ChangeContext, rows: readonly Row[]) {
  const tell: (() => void)[] = []
  for (const { id: subject, owner: to } of rows)
    tell.push(
      await bus.publishIn(tx, 'environments.command', {
        ...{ id: randomUUID(), to, command: 'stop', subject },
      }),
    )
  return () => {
    for (const one of tell) one()
  }
}
