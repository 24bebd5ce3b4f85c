import type { InputFrom } from 'xstate'
import type { AccountStats, Brand } from '../../api/contract.ts'
import type { Facts } from '../../domain/facts.ts'
import type { ClockRef } from '../clock/machine.ts'
import type { localeMachine } from '../locale/machine.ts'
import type { Page } from '../navigation/pages.ts'
import type { schemeMachine } from '../scheme/machine.ts'

export interface AppInput {
  /** The keys of the page's configuration that are missing or no URL; empty when all is well. */
  readonly missingKeys: readonly string[]
  readonly path: string
  /** The device's clock, milliseconds since the epoch. */
  readonly now: () => number
  /** A number from 0 to 1. */
  readonly random: () => number
  /** Sign-ins that failed one after the other in this tab. */
  readonly signInFailures: number
  /** The provider's page on which users change their password; absent: not known. */
  readonly accountUrl?: string
  /** The last events of this page as text, without secrets; absent: nobody keeps them. */
  readonly diagnostics?: () => Promise<string>
  /** What to show until the event's details are read; absent: the app's own name. */
  readonly brand?: Brand | null
  readonly locale: InputFrom<typeof localeMachine>
  readonly scheme: InputFrom<typeof schemeMachine>
}

export interface AppContext {
  readonly input: AppInput
  readonly clock: ClockRef
  readonly path: string
  readonly facts: Facts
  /** The page that is shown; null while nobody knows yet. */
  readonly page: Page | null
  /** The token with which the user was last fetched. */
  readonly accessToken: string | null
  /** The last stats that were sent to the open challenges. */
  readonly stats: AccountStats | undefined
}
