import { chmod, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from '../../error-code.ts'
import type { Log } from '../../log.ts'
import { deleteFolder } from '../home/delete-folder.ts'
import { writeEtc } from './etc.ts'
import { endLeftover } from './leftovers.ts'

interface FoldersOptions {
  /** Each desktop has a folder in it. */
  folder: string
  log: Log
}

/**
 * What the name of a folder ends with while it is deleted. If the platform is killed meanwhile, nobody finds a half of the
 * home.
 */
const removed = '.removed'

/** The folders of desktops on this host. */
export function createFolders({ folder, log }: FoldersOptions) {
  const placesOf = (id: string) => ({
    base: join(folder, id),
    home: join(folder, id, 'home'),
    run: join(folder, id, 'run'),
    etc: join(folder, id, 'etc'),
    uploads: join(folder, id, 'uploads'),
  })

  const makeHome = (id: string) => mkdir(placesOf(id).home, { recursive: true, mode: 0o700 })

  async function clearOne(id: string): Promise<void> {
    if (id.endsWith(removed)) return deleteFolder(join(folder, id))
    try {
      if (await endLeftover(join(folder, id, 'process.json')))
        log.warn({ desktop: id }, 'ended a leftover')
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return
      log.warn({ desktop: id, err: error }, 'its leftover cannot be read: skipped')
    }
  }

  return {
    placesOf,
    makeHome,

    /** Makes the folders of a desktop that starts. Only its home keeps what it had. */
    async prepare(id: string, hosts: Parameters<typeof writeEtc>[1]) {
      const places = placesOf(id)
      await makeHome(id)
      await chmod(folder, 0o700)
      for (const fresh of [places.run, places.uploads]) {
        await rm(fresh, { recursive: true, force: true })
        await mkdir(fresh, { mode: 0o700 })
      }
      await writeEtc(places.etc, hosts)
      return places
    },

    async remove(id: string): Promise<void> {
      const { base } = placesOf(id)
      const gone = base + removed
      await deleteFolder(gone)
      await rename(base, gone).catch(error => {
        if (error.code !== 'ENOENT') throw error
      })
      await deleteFolder(gone)
    },

    /** Ends what a killed platform left running, and deletes what it was deleting. */
    async clear(): Promise<void> {
      const ids = await readdir(folder).catch(() => [])
      await Promise.all(ids.map(clearOne))
    },
  }
}
