import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '../log.ts'
import { writeSmallFile } from '../small-file.ts'

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/**
 * The id of the replica whose data folder this is. It outlives a restart, so that a replica knows
 * again at once what it left behind.
 */
export async function replicaId(dataFolder: string, log: Log): Promise<string> {
  const file = join(dataFolder, 'replica')
  const kept = await readFile(file, 'utf8').catch(() => null)
  if (kept !== null && uuid.test(kept)) return kept
  if (kept !== null) log.warn({ file }, 'this file is broken: the replica gets a new id')
  const id = randomUUID()
  await writeSmallFile(file, id)
  return id
}
