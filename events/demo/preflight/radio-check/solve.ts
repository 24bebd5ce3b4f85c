import type { Solve } from '../../solver.ts'

/** The text of the challenge has the flag. */
export const solve: Solve = async () => ['GUIDON{reading-you-five-by-five!}']
