import type { HomeEntry } from '../../../src/api/contract/desktop/files.ts'

/**
 * The files of one running desktop, wherever they are. Callers decide what is moved, and by which rules. All methods
 * reject with a `FilesRefused` or an error that `refusalOf` knows. Paths are given as steps from the home on, and links
 * are not followed. A part is what has arrived of an upload, by the upload's id.
 */
export interface HomeFiles {
  /** MB of the home, and of its largest file: no program of the desktop can write a larger one either. */
  readonly homeMb: number
  readonly fileMb: number
  /**
   * What is in a folder, in any order. If there are more than `maxEntries`, some are left out, and more than
   * `maxEntries` are given.
   */
  list(steps: readonly string[], maxEntries: number): Promise<HomeEntry[]>
  /** Opens a regular file, and nothing else. */
  open(steps: readonly string[]): Promise<HomeFile>
  /** How many bytes the home has without parts, and how many are free on its disk. */
  measure(): Promise<{ used: number; free: number }>
  /** Opens a part, and makes it if it is not there. */
  openPart(upload: string): Promise<HomePart>
  /** Bytes of a part. */
  partSize(upload: string): Promise<number>
  /** Deletes a part, if it is there. */
  removePart(upload: string): Promise<void>
  /** Makes ~/Downloads if it is not there. */
  openDownloads(): Promise<Downloads>
}

export interface HomeFile {
  readonly size: number
  /** Another one when the file has changed. */
  readonly tag: string
  /** @returns nothing at the end of the file */
  read(position: number, length: number): Promise<Uint8Array>
  close(): Promise<void>
}

export interface HomePart {
  readonly size: number
  append(chunk: Uint8Array): Promise<void>
  /** Lets the programs of the desktop read it. */
  publish(): Promise<void>
  close(): Promise<void>
}

export interface Downloads {
  /** Moves a part there. @returns false if the name is taken */
  take(upload: string, name: string): Promise<boolean>
  close(): Promise<void>
}
