import type { Socket } from 'node:net'
import type { ForwardedPort } from './network/forwarded-ports.ts'

/** Runs desktops. A desktop's home is kept until the desktop is removed. */
export interface DesktopDriver {
  readonly name: string
  /** Makes an empty home. */
  provision(id: string): Promise<void>
  /**
   * Resolves when the desktop answers.
   *
   * @throws with the reason why it does not start. When the signal aborts, after its processes ended
   */
  start(id: string, signal: AbortSignal): Promise<void>
  /** Ends the desktop and keeps its home. Resolves when its processes have ended. */
  stop(id: string): Promise<void>
  /** Ends the desktop and deletes its home. */
  remove(id: string): Promise<void>
  /** Connects to a running desktop, for RFB without a password. The socket may fail later. */
  connect(id: string): Socket
  /** Sets the ports that a running desktop can reach outside of its network. */
  forwardPorts(id: string, ports: readonly ForwardedPort[]): Promise<void>
  /** Calls back when a desktop ends by itself. `reason` null: its user logged out. */
  watch(onExit: (id: string, reason: string | null) => void): () => void
  /** Ends the processes that a killed platform left behind. */
  clear(): Promise<void>
}
