import type { Endpoint } from '../../src/api/contract.ts'
import type { EnvironmentDefinition } from '../event/model.ts'

/** What a driver needs to bring up one environment of one account. */
export interface EnvironmentSpec {
  /** Unique over all time, letters, digits, dash and underscore: names the process or container. */
  id: string
  accountId: string
  categorySlug: string
  slug: string
  /** The challenge's folder, absolute; the service sees it read-only and works in it. */
  folder: string
  definition: EnvironmentDefinition
  /** Given to the service beside its ports: FLAG, FLAG_<ID>, ACCOUNT_ID. */
  variables: Record<string, string>
}

export interface RunningEnvironment {
  id: string
  /** Where participants reach it; one for each port of the definition, in its order. */
  endpoints: Endpoint[]
}

/**
 * Brings environments up and down on one kind of engine. It knows nothing of accounts, limits or
 * lifetimes: those are the lease's.
 */
export interface EnvironmentDriver {
  readonly name: string
  /** Why this engine can never run it, in words for the organiser; null: it can. */
  unsupported(definition: EnvironmentDefinition): string | null
  /**
   * Resolves when all ports answer. Rejects with a `StartFailure` that tells why not, or with the
   * signal's reason once aborted; nothing of the environment is left running in either case.
   */
  start(spec: EnvironmentSpec, signal: AbortSignal): Promise<RunningEnvironment>
  /** Resolves when nothing of it runs any more; unknown ids are fine. */
  stop(id: string): Promise<void>
  /** What of ours runs now: for adoption after a restart, and for clean-up of what has no owner. */
  list(): Promise<RunningEnvironment[]>
  /** From now on `watch` tells of this one of the list, too. */
  adopt(id: string): void
  /** Tells of environments that ended though nobody stopped them. Answers how to unsubscribe. */
  watch(onExit: (id: string) => void): () => void
  /** Lets go of the engine. What cannot outlive the platform (processes) is stopped first. */
  close(): Promise<void>
}

/** Why an environment did not come up, in words for the organiser's log. */
export class StartFailure extends Error {
  override name = 'StartFailure'
}
