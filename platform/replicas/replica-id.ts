import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { readTextIfAny, writeSmallFile } from '../files/small-file.ts'
import type { Log } from '../log.ts'

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** This replica's id. It is kept in the data folder, so that a restarted replica finds its rows. */
export async function replicaId(dataFolder: string, log: Log): Promise<string> {
  const file = join(dataFolder, 'replica')
  const kept = await readTextIfAny(file)
  if (kept !== null && uuid.test(kept)) return kept
  if (kept !== null) log.warn({ file }, 'this file is broken: the replica gets a new id')
  const id = randomUUID()
  await writeSmallFile(file, id)
  return id
}
