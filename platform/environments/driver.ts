import type { Endpoint } from '../../src/api/contract.ts'
import type { EnvironmentDefinition } from '../event/model.ts'
import type { Excess } from '../runtime/excess.ts'

/** What a driver needs to start one environment of one account. */
export interface EnvironmentSpec {
  /** Names the process or container. Never used again: letters, digits, dash and underscore. */
  id: string
  accountId: string
  categorySlug: string
  slug: string
  /** The challenge's folder, absolute: the service's working folder, read-only. */
  folder: string
  definition: EnvironmentDefinition
  /** Environment variables for the service: FLAG, FLAG_<ID>, ACCOUNT_ID. */
  variables: Record<string, string>
}

/** An address as the platform reaches it. Participants may know it by another one. */
export interface Target {
  host: string
  port: number
}

export interface RunningEnvironment {
  id: string
  /** Where participants reach it: one for each port of the definition, in the same order. */
  endpoints: Endpoint[]
}

/**
 * Starts and stops environments on one kind of engine. It knows neither how long they may run, nor how
 * many: the lease and the table decide that.
 */
export interface EnvironmentDriver {
  readonly name: string
  /** @returns why this engine can never run it, for the organiser; null: it can */
  unsupported(definition: EnvironmentDefinition): string | null
  /** @returns which of its limits this engine does not keep as they are, for the organiser */
  shortcomings(definition: EnvironmentDefinition): string[]
  /**
   * Resolves when all ports answer. Rejects with an `EnvironmentStartError`, or with the signal's reason when it
   * aborts; then nothing of the environment runs any more.
   */
  start(spec: EnvironmentSpec, signal: AbortSignal): Promise<RunningEnvironment>
  /** Resolves when nothing of it runs any more. Unknown ids are ignored. */
  stop(id: string): Promise<void>
  /** @returns the last lines that it printed; null if it does not run here */
  output(id: string): Promise<string | null>
  /** @returns where the platform reaches an endpoint of an environment that runs here */
  targetOf(id: string, endpoint: Endpoint): Target
  /** Lists the environments of this platform that run. */
  list(): Promise<RunningEnvironment[]>
  /** Makes `watch` report a listed environment, which an earlier process started. */
  adopt(id: string): void
  /**
   * Calls back when an environment ends by itself.
   *
   * @returns a function that ends these calls
   */
  watch(onExit: OnExit): () => void
  /** Ends processes, which cannot outlive the platform, and closes the engine. */
  close(): Promise<void>
}

/** How an environment ended by itself. */
export interface Ending {
  /** For the organiser. */
  reason: string
  /** Undefined: it ended for another reason, or nobody knows. */
  excess?: Excess | undefined
}

export type OnExit = (id: string, ending: Ending) => void

/** Why an environment did not start, for the organiser's log. */
export class EnvironmentStartError extends Error {
  override readonly name = 'EnvironmentStartError'
  readonly excess: Excess | undefined

  constructor(reason: string, excess?: Excess) {
    super(reason)
    this.excess = excess
  }
}
