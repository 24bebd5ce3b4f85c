import { readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'

// With what editors and systems add to the name of a copy: `challenge.yml~`, `.solve.py.swp`, `._solve.py`.
const definition = /^[._#]*(challenge|ctfcli|.+\.challenge)\.ya?ml([.~#].*)?$/i
const names = /^(\.env.*|\.git|\.svn|\.hg|[._#]*(solve[rs]?|solutions?|writeups?)([.~#].*)?)$/i
/** What macOS and Windows leave in a folder: names and small pictures of files, also of those that were deleted. */
const listings = /^(\.DS_Store|__MACOSX|(eh)?thumbs\.db)$/i
/** Libraries, some of which have files of such names. */
const libraries = /^(node_modules|(site|dist)-packages|\.?venv|vendor)$/i

/** Whether a file is the challenge's definition, with its flags. */
export const isDefinition = (name: string): boolean => definition.test(name)

/**
 * Whether a file or folder of a challenge is for its organiser only, by its name: neither
 * participants nor a service that was taken over may read it.
 */
export const isForOrganiser = (name: string): boolean =>
  definition.test(name) || names.test(name) || listings.test(name)

/** The same for a path below the challenge's folder, with `/` or `\` as separator. */
export function isPathForOrganiser(path: string): boolean {
  const steps = path.split(sep)
  const inLibrary = steps.findIndex(step => libraries.test(step))
  return steps.slice(0, inLibrary < 0 ? undefined : inLibrary).some(isForOrganiser)
}

export interface OrganiserFile {
  /** Relative to the folder. */
  path: string
  isFolder: boolean
}

/** The files in a folder that only the organiser may read, at any depth. Links are not followed. */
export async function organiserFiles(folder: string): Promise<OrganiserFile[]> {
  const found: OrganiserFile[] = []
  const visit = async (at: string): Promise<void> => {
    for (const entry of await readdir(at, { withFileTypes: true })) {
      const path = join(at, entry.name)
      if (entry.isSymbolicLink()) continue
      if (isForOrganiser(entry.name))
        found.push({ path: relative(folder, path), isFolder: entry.isDirectory() })
      else if (entry.isDirectory() && !libraries.test(entry.name)) await visit(path)
    }
  }
  await visit(folder)
  return found
}
