import { hash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { advisoryLocks } from '../database/advisory-locks.ts'
import type { Db } from '../database/database.ts'
import { isOutOfDisk, outOfDisk } from '../database/outage.ts'
import { organiserLog } from '../database/schema.ts'
import { suggest } from '../event/fields.ts'
import { hasNul } from '../http/nul.ts'
import {
  type ChangeCommand,
  OrganiserRefusal,
  type OrganiserServices,
  type PlannedChange,
} from './command.ts'
import { commands } from './commands/commands.ts'
import { decide } from './decisions/decide.ts'
import { readDecisions } from './decisions/decisions.ts'

export interface OrganiserRequest {
  command: string
  input: unknown
  /** The user of the operating system who sends it. */
  who: string
  /** Only shows the changes, and does not make them. */
  isDryRun?: boolean
  /** The digest of the changes that the organiser agreed to. Other changes are not made. */
  agreed?: string
}

export type OrganiserAnswer =
  | { kind: 'seen'; data: unknown }
  /** Nothing was changed. `outdated`: something else changed since the organiser agreed. */
  | (Planned & { kind: 'planned' | 'outdated'; digest: string })
  | (Planned & { kind: 'done' })
  | { kind: 'refused'; message: string }

interface Planned {
  changes: PlannedChange[]
  notes: string[]
}

/** The views and changes of organisers, over any way of asking. */
export interface Organiser {
  run(request: OrganiserRequest): Promise<OrganiserAnswer>
}

/** For a process that is not a platform. */
export interface OpenedOrganiser extends Organiser {
  close(): Promise<void>
}

export function createOrganiser(services: OrganiserServices): Organiser {
  const change = async (command: ChangeCommand, request: OrganiserRequest) => {
    const { input, isDryRun, agreed, who } = request
    const plan = await command.prepare(input)
    let committed: () => unknown = () => {}
    const work = async (tx: Db): Promise<OrganiserAnswer> => {
      committed = () => {}
      // If two organisers act at once, the second plan sees what the first one has changed.
      await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLocks.organiser})`)
      const now = new Date(services.clock.now())
      const decisions = await readDecisions(tx)
      const current = decide(services.event.base, decisions, now.getTime())
      const context = { ...services, tx, now, decisions, current }
      const { changes, notes, apply } = await plan(context)
      const digest = digestOf(changes)
      if (isDryRun) return { kind: 'planned', changes, notes, digest }
      if (agreed !== undefined && agreed !== digest)
        return { kind: 'outdated', changes, notes, digest }
      if (changes.length === 0) return { kind: 'done', changes, notes }
      committed = await apply()
      const logged = command.logged(input)
      await record(tx, { madeAt: now, who, command: request.command, input: logged, changes })
      return { kind: 'done', changes, notes }
    }
    const answer = await services.database.once(work).catch(error => {
      throw isOutOfDisk(error)
        ? new OrganiserRefusal(`nothing was done: ${outOfDisk}, and try it again`)
        : error
    })
    await committed()
    return answer
  }

  return {
    async run(request) {
      const command = Object.hasOwn(commands, request.command) ? commands[request.command] : null
      try {
        if (hasNul([request.input, request.who]))
          throw new OrganiserRefusal('the command contains a NUL character: leave it out')
        if (!command) throw new OrganiserRefusal(unknown(request.command))
        if ('prepare' in command) return await change(command, request)
        return { kind: 'seen', data: await command.view(services, request.input) }
      } catch (error) {
        if (error instanceof OrganiserRefusal) return { kind: 'refused', message: error.message }
        throw error
      }
    },
  }
}

const unknown = (name: string) =>
  `there is no command ${name}; ${suggest(name, Object.keys(commands))}`

const digestOf = (changes: PlannedChange[]) =>
  hash('sha256', JSON.stringify(changes), 'base64url').slice(0, 16)

const maxWhoLength = 100

async function record(tx: Db, row: typeof organiserLog.$inferInsert): Promise<void> {
  await tx
    .insert(organiserLog)
    .values({ ...row, who: row.who.slice(0, maxWhoLength).toWellFormed() })
}
