import { findError } from './database/errors.ts'
import { codeOf } from './error-code.ts'
import { reasonOf } from './log-errors.ts'
import { StartError } from './start-error.ts'

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

const nameHost =
  'see that the host in --database-url is right, and write @ : / ? # % of the password as %40 %3A %2F %3F %23 %25'
const nameAuthority =
  'name the certificate of its authority: put ?sslmode=verify-full&sslrootcert=FILE behind --database-url'

/** What helps if PostgreSQL cannot be reached by its URL, by the code of the error. */
const serverWords: Readonly<Record<string, string>> = {
  ENOTFOUND: nameHost,
  EAI_AGAIN: nameHost,
  ERR_INVALID_URL: nameHost,
  DEPTH_ZERO_SELF_SIGNED_CERT: nameAuthority,
  SELF_SIGNED_CERT_IN_CHAIN: nameAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: nameAuthority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: nameAuthority,
  28000:
    'see that it lets this user in from this host; if it wants encryption, put ?sslmode=verify-full behind --database-url',
}

/** @returns null if the reason says it */
export function helpWithServer(error: unknown): string | null {
  const known = findError(error, ({ code }) => code !== undefined && code in serverWords)
  return serverWords[known?.code ?? ''] ?? null
}

/**
 * What helps organisers if PostgreSQL cannot be reached by its URL.
 *
 * @returns null if the reason says it
 */
export const checkServer = (error: unknown): string | null =>
  error instanceof StartError
    ? null
    : (helpWithServer(error) ?? 'see that the server runs, and that --database-url is right')

/**
 * The text of an error for organisers. It has no values of a statement.
 *
 * @param file that the work is about, which is named instead of the error's own
 */
export function plainError(error: unknown, file?: string): string {
  const said = words[codeOf(error)]
  return said ? `${file ?? Object(error).path ?? 'the file'} ${said}` : reasonOf(error)
}
