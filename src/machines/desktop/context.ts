import type { Sharing } from '../../api/contract.ts'
import type { PlainSamples } from './content.ts'
import type {
  ConnectionCommand,
  ConnectionSample,
  HoldableKey,
  Preferences,
  Role,
} from './events.ts'
import type { AutoQuality } from './quality.ts'

export interface DesktopInput {
  readonly ticket: string | null
  readonly preferences: Preferences
  readonly role: Role
  /** A number from 0 to 1; spreads the reconnects of many participants. */
  readonly random: () => number
}

export interface DesktopContext {
  readonly random: () => number
  /** How often it was used without a connection. A ticket that never worked is replaced. */
  readonly ticket: { readonly value: string | null; readonly uses: number }
  readonly preferences: Preferences
  readonly role: Role
  /**
   * Data and not a state, because it is one of the settings that the connection gets. In XState, what is sent can be
   * made from the context, but not from a state that is just entered.
   */
  readonly viewOnly: boolean
  /** Attempts since the last connection that lasted. */
  readonly attempts: number
  readonly measured: {
    readonly sample: ConnectionSample | null
    readonly quality: AutoQuality
    readonly plain: PlainSamples
  }
  readonly pressed: readonly HoldableKey[]
  /** The desktop's clipboard. */
  readonly clipboard: string
  /** Null: the desktop is not shared, and nobody watches. */
  readonly sharing: Sharing | null
}

export interface ConnectionInput {
  readonly ticket: string | null
  readonly settings: Extract<ConnectionCommand, { type: 'settings.apply' }>
}
