import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Solve } from '../../solver.ts'

/** Undoes, from the right, what the program does to each letter. */
export const solve: Solve = async ({ filesFolder }) => {
  const program = await readFile(join(filesFolder, 'checklist.mjs'), 'utf8')
  const key = [...program.matchAll(/0x([0-9a-f]{2})\b/g)].map(([, hex]) => Number(`0x${hex}`))
  const expected = /expected = '([0-9a-f]+)'/.exec(program)?.[1] ?? ''
  const bytes = [...Buffer.from(expected, 'hex')]
  return [
    String.fromCharCode(
      ...bytes.map((byte, at) => ((byte - at) & 0xff) ^ (key.slice(0, 4)[at % 4] ?? 0)),
    ),
  ]
}
