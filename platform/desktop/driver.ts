import type { Socket } from 'node:net'
import type { Way } from './network/forwarded-ports.ts'

/** Runs desktops, one for each id; their homes are kept until they are removed. */
export interface DesktopDriver {
  readonly name: string
  /** Makes an empty home. */
  provision(id: string): Promise<void>
  /**
   * Resolves when the desktop answers.
   *
   * @throws when it does not start, with the reason; when the signal aborts, after it is gone
   */
  start(id: string, signal: AbortSignal): Promise<void>
  /** Ends the desktop and keeps its home; resolves when nothing of it runs. */
  stop(id: string): Promise<void>
  /** Ends the desktop and deletes its home. */
  remove(id: string): Promise<void>
  /** A new connection to a running desktop, speaking RFB without a password; it may fail later. */
  connect(id: string): Socket
  /** From now on a running desktop reaches these, and no other environment. */
  allow(id: string, ways: readonly Way[]): Promise<void>
  /** Tells of a desktop that ends by itself. `reason` null: its user logged out. */
  watch(onExit: (id: string, reason: string | null) => void): () => void
  /** Ends what a killed platform left running. */
  clear(): Promise<void>
}
