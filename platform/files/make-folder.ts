import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Makes a folder and those above it, if they are missing. The recursive `mkdir` of Node never
 * ends where a file system takes no folders and says ENOENT, such as /proc.
 *
 * @param mode their rights. Default: for their owner only
 * @throws as `mkdir` does
 */
export async function makeFolder(folder: string, mode = 0o700): Promise<void> {
  const make = () => mkdir(folder, { mode })
  await make()
    .catch(async error => {
      const above = dirname(folder)
      if (error.code !== 'ENOENT' || above === folder) throw error
      await makeFolder(above, mode)
      await make()
    })
    .catch(async error => {
      if (error.code !== 'EEXIST' || !(await stat(folder)).isDirectory()) throw error
    })
}
