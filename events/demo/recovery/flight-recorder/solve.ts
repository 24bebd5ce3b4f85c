import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { flagIn, type Solve } from '../../solver.ts'

/** What follows the last chunk (IEND and four bytes of checksum) is a gzip file. */
export const solve: Solve = async context => {
  const file = await readFile(join(context.filesFolder, 'recorder.png'))
  const rest = file.subarray(file.indexOf('IEND') + 8)
  return [flagIn(gunzipSync(rest).toString(), context)]
}
