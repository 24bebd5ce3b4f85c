import { readFileSync } from 'node:fs'

/** A change of one file of the repository. */
export interface Edit {
  readonly file: string
  readonly find: string
  readonly replace: string
}

/** The changed file. Throws unless it contains the text to replace exactly once. */
export function edited({ file, find, replace }: Edit): string {
  const parts = readFileSync(file, 'utf8').split(find)
  if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} times: ${find}`)
  return parts.join(replace)
}
