import * as v from 'valibot'

/**
 * A backup is a gzip file of lines. The first is the `Head`. Each table begins with a `TableLine`, followed by
 * its rows as JSON objects. The last line is the `End`.
 */
export const formatVersion = 1

export const Head = v.object({
  format: v.literal('guidon-backup'),
  version: v.number(),
  /** The last migration of the database, as `meta/_journal.json` has it in `when`. */
  schema: v.number(),
  madeAt: v.string(),
})

export const TableLine = v.object({ table: v.pipe(v.string(), v.regex(/^[a-z_]+$/)) })

export const End = v.object({
  /** Rows of each table. */
  rows: v.record(v.string(), v.number()),
  /** SHA-256 of all lines before this one, each with its line break; hex. */
  sha256: v.string(),
})

export type Rows = Record<string, number>

/** Tables about what runs or has just run: they mean nothing in another place or later. */
export const transientTables = ['attempts', 'commits', 'replicas']
