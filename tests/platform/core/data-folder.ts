import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fillDataFolder, makeTestDatabase } from '../test-database.ts'

export interface DataFolder {
  path: string
  /** The options that make a platform keep everything in this folder, apart from other platforms. */
  args: string[]
  remove(): Promise<void>
}

/**
 * A data folder with an empty database. If DATABASE_URL names a server, the database is a new one on that:
 * a platform finds nothing that another test has left.
 */
export async function makeDataFolder(): Promise<DataFolder> {
  const path = await mkdtemp(join(tmpdir(), 'guidon-data-'))
  const made = await makeTestDatabase()
  if (!made) await fillDataFolder(path)
  return {
    path,
    args: ['--data', path, ...(made ? ['--database-url', made.url] : [])],
    async remove() {
      await made?.drop()
      await rm(path, { recursive: true, force: true })
    },
  }
}
