import { askOrganiser, NotRunningError } from './ask.ts'
import type { OpenedOrganiser } from './organiser.ts'

interface OpenOptions {
  dataFolder: string
  /** Of a PostgreSQL server. The data folder is not needed then. */
  databaseUrl?: string | undefined
}

/**
 * The commands of organisers, for one process that is no platform. With PostgreSQL, they are carried out here,
 * and all replicas hear of them. Else the platform of the data folder carries them out, or, while it is
 * stopped, this process.
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
