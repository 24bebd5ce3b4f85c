import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { FolderInUseError, lockFolder } from '../database/lock.ts'
import { requireOwn } from './ask.ts'

/**
 * Locks the data folder of a platform that does not answer commands, so that none starts meanwhile.
 *
 * @returns which gives the folder back
 * @throws Error in plain words, also if the folder has no database
 */
export async function lockStopped(dataFolder: string): Promise<() => Promise<void>> {
  await access(join(dataFolder, 'database')).catch(() => {
    throw new Error(
      `there is no database in ${dataFolder}: name the data folder with --data, or PostgreSQL with --database-url`,
    )
  })
  await requireOwn(dataFolder)
  return lockFolder(dataFolder).catch(error => {
    // A platform that runs would have carried the command out.
    throw error instanceof FolderInUseError
      ? new Error(
          `${error.use}, which does not answer commands here: if it is just starting, try again in a moment`,
        )
      : error
  })
}
