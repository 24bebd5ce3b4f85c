/** The code that Node gives an error of a file, a connection or a process, like `ENOENT`. Empty: it has none. */
export function codeOf(error: unknown): string {
  const { code } = Object(error)
  return typeof code === 'string' ? code : ''
}
