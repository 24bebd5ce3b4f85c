import type { Solve } from '../../solver.ts'

const hoists = [
  'Romeo Alfa Lima Sub-3 Yankee',
  'Oscar November',
  'Tango Hotel Echo',
  'Charlie Oscar Lima Sub-2 Uniform Romeo Sierra',
]

/** Reads the hoists by the table in the text. */
export const solve: Solve = async ({ flagPrefix }) => [
  `${flagPrefix}{${hoists.map(read).join('_').toLowerCase()}}`,
]

function read(hoist: string): string {
  const flags = hoist.split(' ')
  return flags
    .map(flag => (flag.startsWith('Sub-') ? flags[Number(flag.at(-1)) - 1] : flag)?.[0])
    .join('')
}
