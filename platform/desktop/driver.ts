import type { Duplex } from 'node:stream'
import type { FlugzeugErrorCause } from '../../src/api/contract.ts'
import type { DesktopDefinition } from '../event/model.ts'
import type { ClipboardImages } from './clipboard/clipboard-images.ts'
import type { HomeFiles } from './files/home-files.ts'
import type { ForwardedPort } from './network/forwarded-ports.ts'
import type { DesktopSound } from './sound/desktop-sound.ts'

/** What the event says of one desktop that starts. */
export type DesktopSettings = Pick<DesktopDefinition, 'memoryMb' | 'homeMb' | 'internet' | 'sound'>

export type OnExit = (id: string, reason: string | null, code?: FlugzeugErrorCause) => void

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
  /**
   * Connects to a desktop that was left running by a platform that has ended. Absent: none is ever left.
   *
   * @returns false if it does not run, or cannot be reached
   */
  adopt?(id: string): Promise<boolean>
  /** Forgets a desktop that another replica runs now, and leaves it running. */
  release?(id: string): void
  /** Prepares what all desktops need, so that the first one does not wait for it. Never throws. */
  prepare?(): void
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
  /** The files of a running desktop. */
  filesOf(id: string): HomeFiles
  /** The image of a running desktop's clipboard. */
  imagesOf(id: string): ClipboardImages
  /** The sound of a running desktop. Absent, or null: it has none. */
  soundOf?(id: string): DesktopSound | null
  /** Sets the size of texts on a running desktop, in percent, for programs that start from now on. */
  setScale(id: string, percent: number): Promise<void>
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
  sweep?(known: () => Promise<KnownDesktops>): Promise<void>
  /** Ends the driver's own work. Before that, desktops are stopped, or left running for the next platform to adopt. */
  close?(): void
}

/** The desktops of the platform's table, by id. */
export interface KnownDesktops {
  all: ReadonlySet<string>
  /** Those of replicas that live. */
  alive: ReadonlySet<string>
}
