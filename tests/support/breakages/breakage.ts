/** A breakage that a test must notice. */
export interface Breakage {
  /** What is wrong with this breakage. */
  readonly what: string
  readonly file: string
  /** A text that the file contains once. */
  readonly find: string
  readonly replace: string
  /** The files of tests that must fail. */
  readonly tests: readonly string[]
}

export const inFile =
  (file: string, tests: readonly string[]) =>
  (what: string, find: string, replace: string, own = tests): Breakage => ({
    what,
    file,
    find,
    replace,
    tests: own,
  })
