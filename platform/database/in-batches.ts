/** A statement has at most 65,535 parameters. */
const maxRows = 1000

/** Rows in batches that one statement can take. */
export function* inBatches<T>(rows: readonly T[]): Generator<T[]> {
  for (let at = 0; at < rows.length; at += maxRows) yield rows.slice(at, at + maxRows)
}
