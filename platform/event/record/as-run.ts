import type { Database } from '../../database/database.ts'
import { challenges as table } from '../../database/schema.ts'
import { readSetting, writeSetting } from '../../database/settings.ts'
import { refOf, rowKey } from '../challenge-key.ts'
import type { EventDefinition } from '../model.ts'
import { fromStored } from './record.ts'

const key = 'eventAsRun'

interface Stored {
  event: Omit<EventDefinition, 'challenges' | 'folder'>
  folder: string
  /** The `rowKey` of each challenge, in their order. */
  challenges: string[]
  /** See `readNotTaken`. Absent in rows of older versions. */
  notTaken?: string[]
}

/**
 * Keeps the event as its files say, for an organiser's command while no platform runs. It has no password and
 * no logo.
 *
 * @param notTaken see `readNotTaken`
 */
export async function writeAsRun(
  { db }: Pick<Database, 'db'>,
  { challenges, folder, ...event }: EventDefinition,
  notTaken: string[],
): Promise<void> {
  const value: Stored = {
    event: {
      ...event,
      accounts: [],
      logo: null,
      scoreGroups: event.scoreGroups.map(group => ({ ...group, password: null })),
    },
    folder,
    challenges: challenges.map(({ rowName }) => rowKey(rowName)),
    notTaken,
  }
  await writeSetting(db, key, value)
}

export interface RanBefore {
  name: string
  folder: string
}

/** Which event last ran. Null: none did. */
export async function ranBefore({ db }: Pick<Database, 'db'>): Promise<RanBefore | null> {
  const stored = await readSetting<Stored>(db, key)
  return stored ? { name: stored.event.name, folder: stored.folder } : null
}

/** What the files say and the event does not have, a line each: it was left out, or stayed as it was. */
export async function readNotTaken({ db }: Pick<Database, 'db'>): Promise<string[]> {
  return (await readSetting<Stored>(db, key))?.notTaken ?? []
}

/** The event as it last ran. Null: it never did. */
export async function readAsRun({ db }: Pick<Database, 'db'>): Promise<EventDefinition | null> {
  const stored = await readSetting<Stored>(db, key)
  if (!stored) return null
  const { event, folder, challenges: keys } = stored
  const rows = await db.select().from(table)
  const found = new Map(
    rows.map(({ category, slug, definition }) => {
      const rowName = { category, slug }
      return [rowKey(rowName), { rowName, ...fromStored(folder, definition) }]
    }),
  )
  const refsOf = (one: string) => {
    const { challenge } = found.get(one) ?? {}
    return challenge ? [refOf(challenge)] : []
  }
  return {
    ...event,
    folder,
    start: new Date(event.start),
    end: new Date(event.end),
    postPlayEnd: new Date(event.postPlayEnd),
    freeze: event.freeze && new Date(event.freeze),
    announcements: event.announcements.map(one => ({ ...one, time: new Date(one.time) })),
    challenges: keys.flatMap(one => {
      const { rowName, challenge, requires } = found.get(one) ?? {}
      if (!rowName || !challenge || !requires) return []
      return [{ ...challenge, rowName, requires: requires.flatMap(refsOf) }]
    }),
  }
}
