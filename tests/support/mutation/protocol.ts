import { machineFiles } from '../../../tools/statechart/machine-files.ts'
import type { Edit } from '../breakages/edit.ts'

/** A mutant to be tried. */
export interface Job {
  readonly machine: string
  /** Null: nothing is broken, so every test has to pass. */
  readonly label: string | null
  /** Instead of a label: a change of a file, which the sentences of the machine must find. Null: none. */
  readonly edit?: Edit | null
}

/** What a worker reports. */
export type Report =
  /** A test begins: `timeout` is how many milliseconds it may take. */
  | { readonly type: 'going'; readonly timeout: number }
  | { readonly type: 'caught'; readonly by: Suite; readonly test: string; readonly why: string }
  | { readonly type: 'survived' }

/** The tests, in the order in which they run for a mutant. */
export const suites = ['own rules', 'generated paths', 'rules of others'] as const
export type Suite = (typeof suites)[number]

export const machineIds: readonly string[] = [...machineFiles().keys()]
