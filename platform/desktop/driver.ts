import type { Duplex } from 'node:stream'
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
  /** Whether every replica can run a desktop that another one has made. Absent: its home is on one host. */
  readonly isShared?: boolean
  /** The names of programs that are on a desktop. Absent: not known. */
  programs?(): string[]
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
  /**
   * Connects to a running desktop, for RFB without a password. The connection may fail later.
   *
   * @throws an error if the desktop cannot be reached
   */
  connect(id: string): Promise<Duplex>
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
  /** Ends what runs although nobody looks after it, and deletes homes of desktops that are gone. */
  sweep?(known: KnownDesktops): Promise<void>
  /** Ends the driver's own work. Desktops are stopped before. */
  close?(): void
}

/** The desktops of the platform's table, by id. */
export interface KnownDesktops {
  all: ReadonlySet<string>
  /** Those of replicas that live. */
  alive: ReadonlySet<string>
}
