/** A statement has at most 65,535 parameters. */
const mostRows = 1000

/** Rows in parts that one statement can take. */
export function* inParts<T>(rows: readonly T[]): Generator<T[]> {
  for (let at = 0; at < rows.length; at += mostRows) yield rows.slice(at, at + mostRows)
}
