/** A path of this site, beginning with `/`. */
export type Path = `/${string}`

/** What the paths of an API follow. The operator may have written its address with a slash at the end. */
export const rootOf = (address: string) => address.trim().replace(/\/+$/, '')

/** Fills in the placeholders of a pattern: `/teams/{id}` and `{ id: 'a b' }` give `/teams/a%20b`. */
export const fillPath = (pattern: string, values: Readonly<Record<string, string>>) =>
  pattern.replace(/{(\w+)}/g, (_, name) => encodeURIComponent(values[name] ?? '')) as Path

/**
 * Makes a reader of the paths that fit a pattern. It returns the values of the placeholders, or null if a path
 * does not fit. A value that is not percent-encoded correctly does not fit.
 */
export function readerOf(pattern: string): (path: string) => Record<string, string> | null {
  const shape = new RegExp(`^${pattern.replace(/{(\w+)}/g, '(?<$1>[^/]+)')}$`)
  return path => {
    const found = shape.exec(path)
    if (!found) return null
    try {
      return Object.fromEntries(
        Object.entries(found.groups ?? {}).map(([name, value]) => [
          name,
          decodeURIComponent(value),
        ]),
      )
    } catch {
      return null
    }
  }
}
