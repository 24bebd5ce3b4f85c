import { reasonOf } from './log-errors.ts'

const otherPlace = 'name another place'

/** What is wrong with a file or folder, and what helps, by the code of the error. */
const words: Readonly<Record<string, string>> = {
  ENOENT: 'is not there',
  EACCES: `may not be used by this user: change its owner or its rights, or ${otherPlace}`,
  EPERM: `may not be used by this user: change its owner or its rights, or ${otherPlace}`,
  EEXIST: 'is there already',
  EISDIR: 'is a folder',
  ENOTDIR: 'is not below a folder',
  ENAMETOOLONG: 'has a name that is too long',
  ENOSPC: `has no room left on its disk: make room, or ${otherPlace}`,
  EDQUOT: `is of a user whose quota of the disk is used up: make room, or ${otherPlace}`,
  EROFS: `is on a disk that cannot be written: ${otherPlace}`,
  EIO: `is on a disk that has failed: ${otherPlace}`,
}

/** What helps if a database cannot be reached by its URL. */
export const checkServer = 'see that the server runs, and that --database-url is right'

/**
 * The text of an error for organisers. It has no values of a statement.
 *
 * @param file that the work is about, which is named instead of the error's own
 */
export function plainError(error: unknown, file?: string): string {
  const { code = '', path } = Object(error) as NodeJS.ErrnoException
  const said = words[code]
  return said ? `${file ?? path ?? 'the file'} ${said}` : reasonOf(error)
}
