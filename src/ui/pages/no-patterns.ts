/**
 * In the app's files, this replaces the package with which wouter matches paths to patterns (`regexparam`): the app's
 * machine decides the page (`machines/navigation`).
 */
export function parse(): never {
  throw new Error('Paths are read by machines/navigation/pages.ts.')
}
