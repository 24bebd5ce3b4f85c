const words: Readonly<Record<string, string>> = {
  ENOENT: 'is not there',
  EACCES: 'may not be used by this user',
  EPERM: 'may not be used by this user',
  EEXIST: 'is there already',
  EISDIR: 'is a folder',
  ENOTDIR: 'is not below a folder',
  ENOSPC: 'has no room left on its disk',
  EROFS: 'is on a disk that cannot be written',
}

/** The text of an error for organisers. Errors of files have codes. */
export function plainError(error: unknown): string {
  const { code = '', path, message } = error as NodeJS.ErrnoException
  const said = words[code]
  return said ? `${path ?? 'the file'} ${said}` : message
}
