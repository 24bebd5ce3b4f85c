import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { openDatabase } from '../../platform/database/open.ts'
import { accounts, solves, teams } from '../../platform/database/schema.ts'
import { loadEvent } from '../../platform/event/load.ts'

const names = [
  ...['Night Shift', 'Two Left Wings', 'Segfault Squadron', 'The Null Terminators', 'Runway 27'],
  ...['Kernel Panic at the Disco', 'Bits and Pilots', 'Glide Path', 'Ground Control', 'Mayday'],
  ...['Die Überflieger', 'Luftikus', 'Rotor & Root', 'Heap Spray Tan', 'Off by One', 'Windsock'],
  ...['A team with a name that is so long that hardly any table has room for all of its letters'],
  ...['Tailspin', 'Cherry Picker', 'Base64 Burger', 'Pushback', 'Stack Overfliers', 'Cumulus'],
]

/** The name of a team that plays already. */
export const crowdedName = 'Night Shift'

/** Fills a platform's database, before it starts, with teams that have played for five days. */
export async function gatherCrowd(dataFolder: string, eventFolder: string): Promise<void> {
  const now = Date.now()
  const { event } = await loadEvent(eventFolder, { firstStart: new Date(now) })
  const database = await openDatabase({ folder: join(dataFolder, 'database') })
  const flags = event.challenges.flatMap(challenge =>
    challenge.flags.map(flag => ({ challenge, flagId: flag.id })),
  )
  for (const [place, name] of names.entries()) {
    const id = randomUUID()
    const createdAt = event.start
    const scored = { scoreGroup: 'open', scoreGroupAt: createdAt }
    await database.db.insert(accounts).values({ id, displayName: name, createdAt, ...scored })
    const joinToken = randomUUID()
    await database.db.insert(teams).values({ id, name, joinToken, createdAt })
    // Lower places have fewer flags, and later solves. The last places have none.
    const solved = flags.slice(0, Math.max(0, flags.length - Math.floor(place / 1.5)))
    const rows = solved.map(({ challenge, flagId }, index) => ({
      accountId: id,
      category: challenge.categorySlug,
      slug: challenge.slug,
      flagId,
      userId: id,
      counts: true,
      solvedAt: new Date(
        event.start.getTime() +
          ((now - event.start.getTime()) * (index + 1 + ((place * 7) % 5))) / (flags.length + 6),
      ),
    }))
    if (rows.length > 0) await database.db.insert(solves).values(rows)
  }
  await database.close()
}
