import type { Socket } from 'node:net'
import type { FlugzeugErrorCause } from '../../src/api/contract.ts'
import type { ForwardedPort } from './network/forwarded-ports.ts'

export type OnExit = (id: string, reason: string | null, code?: FlugzeugErrorCause) => void

/** Where the files of a desktop are on this host, and how much they may be. */
export interface DesktopHome {
  home: string
  /** Beside the home and on the same disk: no program of the desktop reaches it. It is there while the desktop runs. */
  uploads: string
  homeMb: number
  /** The largest file. */
  fileMb: number
}

/** Runs desktops. A desktop's home is kept until the desktop is removed. */
export interface DesktopDriver {
  readonly name: string
  /** Makes an empty home. */
  provision(id: string): Promise<void>
  /**
   * Resolves when the desktop answers.
   *
   * @throws an error with the reason why it does not start. After an abort it throws once its processes
   *   have ended
   */
  start(id: string, signal: AbortSignal): Promise<void>
  /** Ends the desktop and keeps its home. Resolves when its processes have ended. */
  stop(id: string): Promise<void>
  /** Ends the desktop and deletes its home. */
  remove(id: string): Promise<void>
  /** Connects to a running desktop, for RFB without a password. The socket may fail later. */
  connect(id: string): Socket
  homeOf(id: string): DesktopHome
  /** Sets the ports that a running desktop can reach outside of its network. */
  forwardPorts(id: string, ports: readonly ForwardedPort[]): Promise<void>
  /**
   * Calls back when a desktop ends by itself. If `reason` is null, its user logged out. Without a code, the
   * failure is `ended`.
   */
  watch(onExit: OnExit): () => void
  /** Ends the processes that a killed platform left behind. */
  clear(): Promise<void>
}
