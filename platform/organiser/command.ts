import * as v from 'valibot'
import type { Bus } from '../bus.ts'
import type { Clock } from '../clock.ts'
import type { Database, Db } from '../database/database.ts'
import type { EventDefinition } from '../event/model.ts'
import type { Scores } from '../scores/scores.ts'
import type { Secrets } from '../secret.ts'
import type { DecidedEvent } from './decisions/decided-event.ts'
import type { Decisions } from './decisions/decisions.ts'
import type { RecentFailures } from './failures.ts'
import type { Loads } from './loads.ts'
import type { Outputs } from './outputs.ts'

/** What the commands of organisers work with. */
export interface OrganiserServices {
  database: Database
  bus: Bus
  clock: Clock
  event: DecidedEvent
  scores: Scores
  secrets: Pick<Secrets, 'flags'>
  loads: Loads
  outputs: Outputs
  failures: RecentFailures
  /** Whether this process is a platform, which runs environments. */
  isPlatform: boolean
}

/** One thing that a command changes, in words. Null: there is none. */
export interface PlannedChange {
  what: string
  before: string | null
  after: string | null
}

/** What a command would do. */
export interface Plan {
  /** Empty: nothing has to be changed. */
  changes: PlannedChange[]
  /** What else the organiser should know, a line each. */
  notes: string[]
  /** Makes the changes in the transaction of the plan. @returns what to call after the commit */
  apply(): Promise<() => unknown>
}

/** Reads only by `tx`. */
type Planner = (context: ChangeContext) => Promise<Plan>

export interface ChangeContext extends OrganiserServices {
  tx: Db
  now: Date
  /** Read by the transaction. What this process has in memory may be older. */
  decisions: Decisions
  /** The event by these decisions. */
  current: EventDefinition
}

/** A command that changes something. */
export interface ChangeCommand {
  /** Does what takes long. The transaction of the plan begins afterwards, because it keeps the database from others. */
  prepare(input: unknown): Promise<Planner>
  /** The part of the input that the log stores. */
  logged(input: unknown): unknown
}

/** A command that shows something. */
export interface ViewCommand {
  view(services: OrganiserServices, input: unknown): Promise<unknown>
}

/** The command cannot be carried out. The message says why, in plain words. */
export class OrganiserRefusal extends Error {
  override readonly name = 'OrganiserRefusal'
}

/** @throws OrganiserRefusal whose message names the field */
function read<S extends v.GenericSchema>(schema: S, input: unknown): v.InferOutput<S> {
  const { success, output, issues } = v.safeParse(schema, input)
  if (success) return output
  const [issue] = issues
  throw new OrganiserRefusal(`${v.getDotPath(issue) ?? 'the command'}: ${issue.message}`)
}

export const changeCommand = <S extends v.GenericSchema>(
  input: S,
  plan: (context: ChangeContext, input: v.InferOutput<S>) => Promise<Plan>,
  logged: (input: v.InferOutput<S>) => unknown = given => given,
): ChangeCommand => preparedCommand(input, async given => context => plan(context, given), logged)

export const preparedCommand = <S extends v.GenericSchema>(
  input: S,
  prepare: (input: v.InferOutput<S>) => Promise<Planner>,
  logged: (input: v.InferOutput<S>) => unknown = given => given,
): ChangeCommand => ({
  prepare: async given => prepare(read(input, given)),
  logged: given => logged(read(input, given)),
})

export const viewCommand = <S extends v.GenericSchema>(
  input: S,
  view: (services: OrganiserServices, input: v.InferOutput<S>) => Promise<unknown>,
): ViewCommand => ({ view: async (services, given) => view(services, read(input, given)) })
