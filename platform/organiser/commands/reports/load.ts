import { count } from 'drizzle-orm'
import { desktops, environments, replicas, users } from '../../../database/schema.ts'
import { block } from '../../../event/fields.ts'
import { type OrganiserServices, viewCommand } from '../../command.ts'

/** How many people there are, and how much is left: memory, queues. */
export const showLoad = viewCommand(block({}), async ({ database, isPlatform, loads }) => {
  const { db } = database
  const running = await countReplicas({ database, isPlatform })
  const found = await loads.ask(running)
  const [people] = await db.select({ rows: count() }).from(users)
  const ofEnvironments = await db
    .select({ state: environments.state, rows: count() })
    .from(environments)
    .groupBy(environments.state)
  const ofDesktops = await db
    .select({ state: desktops.status, rows: count() })
    .from(desktops)
    .groupBy(desktops.status)
  const byState = (all: { state: string; rows: number }[]) =>
    Object.fromEntries(all.map(({ state, rows }) => [state, rows]))
  return {
    users: people?.rows ?? 0,
    replicas: found,
    /** Replicas that run and did not answer. */
    silent: Math.max(0, running - found.length),
    environments: byState(ofEnvironments),
    desktops: byState(ofDesktops),
  }
})

export async function countReplicas({
  database,
  isPlatform,
}: Pick<OrganiserServices, 'database' | 'isPlatform'>): Promise<number> {
  // With the embedded database, the only replica has no row.
  if (database.kind === 'pglite') return isPlatform ? 1 : 0
  const [alive] = await database.db.select({ rows: count() }).from(replicas)
  return alive?.rows ?? 0
}
