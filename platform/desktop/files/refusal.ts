import type { FilesRefusal } from '../../../src/api/contract/desktop/files.ts'
import { codeOf } from '../../error-code.ts'

/** A call about files that is declined. */
export class FilesRefused extends Error {
  override readonly name = 'FilesRefused'
  readonly code: FilesRefusal
  constructor(code: FilesRefusal) {
    super(`files: ${code}`)
    this.code = code
  }
}

const codes: Record<string, FilesRefusal> = {
  ENOENT: 'notFound',
  ENOTDIR: 'notFound',
  ENAMETOOLONG: 'notFound',
  EACCES: 'unreadable',
  EPERM: 'unreadable',
  ELOOP: 'unreadable',
  ENXIO: 'unreadable',
  ENOSPC: 'diskFull',
  EDQUOT: 'diskFull',
}

/** What an error of the file system means to the page. @returns undefined for any other error */
export function refusalOf(error: unknown): FilesRefusal | undefined {
  if (error instanceof FilesRefused) return error.code
  return codes[codeOf(error)]
}
