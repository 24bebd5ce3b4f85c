/**
 * In the app's files, this replaces what wouter brings to read paths by patterns (`regexparam`): the app's machine
 * decides the page (`machines/navigation`).
 */
export function parse(): never {
  throw new Error('Paths are read by machines/navigation/pages.ts.')
}
