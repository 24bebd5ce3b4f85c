import { randomUUID } from 'node:crypto'
import { and, asc, eq, inArray, notInArray } from 'drizzle-orm'
import * as v from 'valibot'
import type { Db } from '../../database/database.ts'
import {
  accounts,
  desktops,
  environments,
  replicas,
  teamMembers,
  users,
} from '../../database/schema.ts'
import { pathOfRow } from '../../event/challenge-key.ts'
import { block, text } from '../../event/fields.ts'
import { plural } from '../../event/record/plural.ts'
import {
  type ChangeContext,
  changeCommand,
  OrganiserRefusal,
  type OrganiserServices,
  viewCommand,
} from '../command.ts'
import { type AccountRow, accountNamed } from './accounts.ts'
import { challengeNamed } from './challenges.ts'
import { countReplicas } from './reports/load.ts'

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
    challenge: pathOfRow(event.base, environment),
    state: environment.state,
    since: environment.createdAt.toISOString(),
    until: environment.scheduledStop?.toISOString() ?? null,
    endpoints: environment.endpoints,
    driver: environment.driver,
    replica: environment.owner,
  }))
})

/** Environments that did not start, or ended by themselves, since the platforms that ran them began. */
export const showFailures = viewCommand(block({}), async services => {
  const { database, event, failures } = services
  const found = await failures.ask(await countReplicas(services))
  const rows = await database.db
    .select({ id: accounts.id, name: accounts.displayName })
    .from(accounts)
    .where(inArray(accounts.id, [...new Set(found.map(one => one.accountId))]))
  const names = new Map(rows.map(one => [one.id, one.name]))
  return found.map(({ at, accountId, reason, ...name }) => ({
    time: new Date(at).toISOString(),
    account: names.get(accountId) ?? accountId,
    challenge: pathOfRow(event.base, name),
    reason,
  }))
})

const asked = block({ account: text, challenge: v.optional(text) })

/** What environments of an account printed last. */
export const showOutput = viewCommand(asked, async (services, given) => {
  const { database, event, outputs } = services
  const account = await accountNamed({ tx: database.db }, given.account)
  const rows = await rowsOf({ tx: database.db, event }, account.id, given.challenge)
  return Promise.all(
    rows.map(async row => ({
      challenge: pathOfRow(event.base, row),
      account: account.displayName,
      state: row.state,
      output: (await hasPlatform(services, row)) ? await outputs.ask(row.id) : null,
    })),
  )
})

/** Ends environments of an account and starts them again: with their whole time, and at other addresses. */
export const restart = changeCommand(asked, async (context, given) => {
  const account = await accountNamed(context, given.account)
  const all = await rowsOf(context, account.id, given.challenge)
  const rows = all.filter(({ state }) => state === 'running')
  for (const one of rows) await requireOwner(context, one)
  return {
    changes: rows.map(one => ({
      what: `${pathOfRow(context.event.base, one)} of ${account.displayName}`,
      before: `running since ${one.createdAt.toISOString()}`,
      after: 'starting',
    })),
    notes: [
      ...(all.length === 0 ? [noneOf(account)] : []),
      ...all
        .filter(({ state }) => state !== 'running')
        .map(
          one =>
            `${pathOfRow(context.event.base, one)} is ${one.state}: only what runs can be restarted`,
        ),
    ],
    apply: () => sendCommands(context, 'restart', rows),
  }
})

/** Stops environments of an account. */
export const stop = changeCommand(asked, async (context, given) => {
  const account = await accountNamed(context, given.account)
  const rows = (await rowsOf(context, account.id, given.challenge)).filter(isUp)
  for (const one of rows) await requireOwner(context, one)
  return {
    changes: rows.map(one => ({
      what: `${pathOfRow(context.event.base, one)} of ${account.displayName}`,
      before: one.state,
      after: 'stopped',
    })),
    notes: rows.length === 0 ? [noneOf(account)] : [],
    apply: () => sendCommands(context, 'revoke', rows),
  }
})

const noneOf = ({ displayName }: AccountRow) => `${displayName} has no environment that runs`

/** For commands that end the play of an account. Environments that no replica runs end by themselves. */
export async function planStopAll(context: ChangeContext, accountId: string) {
  const rows = (await rowsOf(context, accountId)).filter(isUp)
  return {
    notes: rows.length > 0 ? [`${plural(rows.length, 'environment')} will be stopped`] : [],
    apply: () => sendCommands(context, 'revoke', rows),
  }
}

/**
 * What a ban says of the desktops that it stops. The replica that runs one stops it when it hears of the ban.
 *
 * @returns a line for all of them, or nothing
 */
export async function stoppedDesktops(
  { tx, event }: Pick<ChangeContext, 'tx' | 'event'>,
  accountId: string,
): Promise<string[]> {
  const account = event.current.teamMode ? teamMembers.teamId : users.id
  const runs = notInArray(desktops.status, ['stopped', 'stopping', 'error'])
  const rows = await tx
    .select({ username: users.username })
    .from(desktops)
    .innerJoin(users, eq(users.id, desktops.userId))
    .leftJoin(teamMembers, eq(teamMembers.userId, users.id))
    .where(and(eq(account, accountId), runs))
    .orderBy(users.username)
  const names = rows.map(({ username }) => username).join(', ')
  if (rows.length === 0) return []
  return rows.length === 1
    ? [`the desktop of ${names} will be stopped, and keeps its files`]
    : [`the desktops of ${names} will be stopped, and keep their files`]
}

const isUp = ({ state }: Row) => state !== 'stopping'

/** @param challenge only the environment of this challenge. Default: all */
function rowsOf(
  { tx, event }: Pick<ChangeContext, 'tx' | 'event'>,
  accountId: string,
  challenge?: string,
): Promise<Row[]> {
  const name = challenge === undefined ? null : challengeNamed(event.base, challenge).rowName
  const isOfAccount = and(
    eq(environments.accountId, accountId),
    ...(name ? [eq(environments.category, name.category), eq(environments.slug, name.slug)] : []),
  )
  return tx.select().from(environments).where(isOfAccount).orderBy(asc(environments.createdAt))
}

/** Whether the platform that runs it lives. */
async function hasPlatform(
  { database, isPlatform }: Pick<OrganiserServices, 'database' | 'isPlatform'>,
  { owner }: Row,
  tx: Db = database.db,
): Promise<boolean> {
  // With the embedded database, the only replica has no row.
  if (database.kind === 'pglite') return isPlatform
  const alive = owner ? await tx.select().from(replicas).where(eq(replicas.id, owner)) : []
  return alive.length > 0
}

async function requireOwner(context: ChangeContext, row: Row) {
  if (await hasPlatform(context, row, context.tx)) return
  throw new OrganiserRefusal('the platform that runs it is stopped: start that one, then try again')
}

/** The replica that runs each one gets the remote command that another replica would send. */
async function sendCommands(
  { tx, bus }: ChangeContext,
  command: 'revoke' | 'restart',
  rows: readonly Row[],
) {
  const tell: (() => void)[] = []
  for (const { id: subject, owner: to } of rows) {
    // Nobody runs it: the replica that takes it over stops it.
    if (to === null) continue
    const message = { id: randomUUID(), to, command, subject }
    tell.push(await bus.publishIn(tx, 'environments.command', message))
  }
  return () => {
    for (const one of tell) one()
  }
}
