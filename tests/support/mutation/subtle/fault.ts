import type { Edit } from '../../breakages/edit.ts'

/** A fault that somebody might make, and that the models must find without rules by hand. */
export interface SubtleFault extends Edit {
  /** The machine that is wrong then. */
  readonly machine: string
  readonly what: string
}

/** @param file below `src/machines`, without its ending */
export const inFile =
  (machine: string, file: string) =>
  (what: string, find: string, replace: string): SubtleFault => ({
    ...{ machine, what, find, replace },
    file: `src/machines/${file}.ts`,
  })

/** In the machine of this name itself. */
export const inMachine = (machine: string) => inFile(machine, `${machine}/machine`)
