import { randomUUID } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * The id of the replica whose data folder this is. It outlives a restart, so that a replica knows
 * again at once what it left behind.
 */
export async function replicaId(dataFolder: string): Promise<string> {
  const file = join(dataFolder, 'replica')
  const kept = await readFile(file, 'utf8').catch(() => '')
  if (kept) return kept
  const id = randomUUID()
  await writeFile(file, id, { mode: 0o600 })
  return id
}
