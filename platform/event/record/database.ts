import { count, eq, min, sql } from 'drizzle-orm'
import type { Database, Db } from '../../database/database.ts'
import {
  accounts,
  challenges,
  environments,
  hintsTaken,
  solves,
  vpnPeers,
} from '../../database/schema.ts'
import { readSetting, writeSetting } from '../../database/settings.ts'
import { pathOfRef, rowKey, slugPath } from '../challenge-key.ts'
import type { LoadedEvent } from '../load.ts'
import { type KnownItem, textDigest } from './keep-ids.ts'
import {
  type EventRecord,
  fromStored,
  type InUse,
  type KnownChallenge,
  type LastingSettings,
  lastingSettings,
  type StoredChallenge,
  storedText,
} from './record.ts'

const settingsKey = 'eventSettings'

/** @param root the event's folder, absolute */
export async function readRecord({ db }: Pick<Database, 'db'>, root: string): Promise<EventRecord> {
  const rows = await db.select().from(challenges)
  const solved = await db
    .select({
      category: solves.category,
      slug: solves.slug,
      flagId: solves.flagId,
      accounts: count(),
    })
    .from(solves)
    .groupBy(solves.category, solves.slug, solves.flagId)
  const hints = await db
    .select({
      category: hintsTaken.category,
      slug: hintsTaken.slug,
      id: hintsTaken.hintId,
      accounts: count(),
    })
    .from(hintsTaken)
    .groupBy(hintsTaken.category, hintsTaken.slug, hintsTaken.hintId)
  const solvedByRow = Map.groupBy(solved, rowKey)
  const hintsByRow = Map.groupBy(hints, rowKey)
  const before = await readSetting<LastingSettings>(db, settingsKey)
  return {
    challenges: rows.map(({ category, slug, id, place, definition }): KnownChallenge => {
      const rowName = { category, slug }
      const stored = fromStored(root, definition)
      const taken = hintsByRow.get(rowKey(rowName)) ?? []
      return {
        rowName,
        id,
        place,
        definition: stored,
        solved: new Map(
          solvedByRow.get(rowKey(rowName))?.map(({ flagId, accounts }) => [flagId, accounts]),
        ),
        hintsTaken: taken.reduce((sum, { accounts }) => sum + accounts, 0),
        hints: knownHints(stored, taken),
        flags: stored.challenge.flags.map(({ id: flag, content }) => ({
          id: flag,
          digest: textDigest(content),
        })),
      }
    }),
    settings: before ?? null,
    inUse: await readInUse(db),
  }
}

function knownHints(
  { challenge: { hints } }: StoredChallenge,
  taken: readonly { id: string }[],
): KnownItem[] {
  const gone = taken.filter(({ id }) => !hints.some(one => one.id === id))
  return [
    ...hints.map(({ id, text }) => ({ id, digest: textDigest(text) })),
    ...gone.map(({ id }) => ({ id, digest: null })),
  ]
}

async function readInUse(db: Db): Promise<InUse> {
  const groups = await db
    .select({ slug: accounts.scoreGroup, rows: count() })
    .from(accounts)
    .groupBy(accounts.scoreGroup)
  const countRows = async (table: typeof environments | typeof vpnPeers) =>
    (await db.select({ rows: count() }).from(table))[0]?.rows ?? 0
  const firstSolve = db.select({ solve: min(solves.solvedAt) }).from(solves)
  const [first] = await firstSolve
  const [late] = await firstSolve.where(eq(solves.counts, false))
  return {
    firstSolve: first?.solve ?? null,
    firstLateSolve: late?.solve ?? null,
    accounts: groups.reduce((sum, one) => sum + one.rows, 0),
    groups: new Map(groups.flatMap(({ slug, rows }) => (slug === null ? [] : [[slug, rows]]))),
    environments: await countRows(environments),
    vpnPeers: await countRows(vpnPeers),
  }
}

/** Stores the event as it runs now. Writes only what has changed. */
export async function writeRecord(
  database: Pick<Database, 'db'>,
  { event, files, hasEventFile }: Pick<LoadedEvent, 'event' | 'files' | 'hasEventFile'>,
  before: EventRecord,
): Promise<void> {
  // An event may have thousands of challenges, so none is looked for among all.
  const known = new Map(before.challenges.map(one => [rowKey(one.rowName), one]))
  const byRow = new Map(event.challenges.map(one => [one.rowName, one]))
  const rowKeys = new Map(event.challenges.map(one => [slugPath(one), rowKey(one.rowName)]))
  const rows = files.flatMap(({ rowName, id, place, category }) => {
    const found = byRow.get(rowName)
    if (!found) return []
    const { rowName: _, requires, ...challenge } = found
    const keys = requires.flatMap(ref => rowKeys.get(pathOfRef(ref)) ?? [])
    const text = storedText(event.folder, { category, requires: keys, challenge })
    const old = known.get(rowKey(rowName))
    const isSame =
      old &&
      old.id === id &&
      old.place === place &&
      storedText(event.folder, old.definition) === text
    return isSame ? [] : [{ ...rowName, id, place, definition: JSON.parse(text) }]
  })
  const { db } = database
  if (rows.length > 0)
    await db
      .insert(challenges)
      .values(rows)
      .onConflictDoUpdate({
        target: [challenges.category, challenges.slug],
        set: {
          id: sql`excluded.id`,
          place: sql`excluded.place`,
          definition: sql`excluded.definition`,
        },
      })
  await writeSetting(db, settingsKey, lastingSettings(event, hasEventFile))
}
