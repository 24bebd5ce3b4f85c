import type { Edit } from '../../breakages/edit.ts'

/** A plausible fault that the models must find without hand-written rules. */
export interface SubtleFault extends Edit {
  /** The machine that the fault breaks. */
  readonly machine: string
  readonly what: string
}

/** @param file its path below `src/machines`, without the ending */
export const inFile =
  (machine: string, file: string) =>
  (what: string, find: string, replace: string): SubtleFault => ({
    machine,
    what,
    find,
    replace,
    file: `src/machines/${file}.ts`,
  })

/** Faults in the file of this machine itself. */
export const inMachine = (machine: string) => inFile(machine, `${machine}/machine`)
