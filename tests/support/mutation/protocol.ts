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

/** What a worker tells. */
export type Report =
  /** It lives: sent at the beginning of each test, with the milliseconds that it may take. */
  | { readonly type: 'going'; readonly timeout: number }
  | { readonly type: 'caught'; readonly by: Suite; readonly test: string; readonly why: string }
  | { readonly type: 'survived' }

/** The tests, in the order in which a mutant meets them. */
export const suites = ['own rules', 'generated paths', 'rules of others'] as const
export type Suite = (typeof suites)[number]

export const machineIds: readonly string[] = [...machineFiles().keys()]
