import { askOrganiser, NotRunningError } from './ask.ts'
import type { OpenedOrganiser } from './organiser.ts'

interface OpenOptions {
  dataFolder: string
  /** The URL of a PostgreSQL server. With it, the data folder is not needed. */
  databaseUrl?: string | undefined
}

/**
 * The commands of organisers, for a process that is not a platform. With PostgreSQL, this process carries them out, and
 * notifies all replicas. Otherwise the platform of the data folder carries them out, or this process if it is stopped.
 *
 * @throws Error in plain words
 */
export async function openOrganiser(options: OpenOptions): Promise<OpenedOrganiser> {
  const { dataFolder, databaseUrl } = options
  if (!databaseUrl) {
    try {
      await askOrganiser(dataFolder, { command: 'status', input: {}, who: '' })
      return { run: request => askOrganiser(dataFolder, request), close: async () => {} }
    } catch (error) {
      if (!(error instanceof NotRunningError)) throw error
    }
  }
  // It takes a second of processor time, which a command for a platform that runs does not need.
  const { openAtUrl, openInFolder } = await import('./open-database.ts')
  return databaseUrl ? openAtUrl(databaseUrl) : openInFolder(dataFolder)
}
