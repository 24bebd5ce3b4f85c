import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { openDatabase } from '../../../platform/database/open.ts'
import { accounts, solves, users } from '../../../platform/database/schema.ts'
import { categoryOf, type EventSize, slugOf, startOf } from './event.ts'

const DAY = 86_400_000

/** A number from 0 to 1, always the same for one seed. */
const share = (seed: string) => createHash('sha256').update(seed).digest().readUInt32BE() / 2 ** 32

const inPieces = async <T>(rows: readonly T[], insert: (piece: T[]) => Promise<unknown>) => {
  for (let at = 0; at < rows.length; at += 1000) await insert(rows.slice(at, at + 1000))
}

/**
 * Makes the database of a platform that has not been started yet, with `count` participants who
 * have solved some flags, on every day so far. The first has solved the most flags, the last none.
 */
export async function gather(dataFolder: string, size: EventSize, count: number) {
  const start = startOf(size)
  const people = Array.from({ length: count }, (_, index) => ({
    id: `crowd-${index}`,
    name: `Participant ${share(`name ${index}`).toString(36).slice(2, 8)} ${index}`,
    solved: Math.floor((1 - index / count) * Math.min(size.challenges * size.flags, 40)),
  }))
  const { db, close } = await openDatabase({ folder: join(dataFolder, 'database') })
  await inPieces(people, async piece => {
    const rows = piece.map(({ id, name }) => ({
      id,
      displayName: name,
      createdAt: start,
      scoreGroup: 'open',
      scoreGroupAt: start,
    }))
    await db.insert(accounts).values(rows)
    await db.insert(users).values(
      piece.map(({ id, name }) => ({
        id,
        issuer: 'embedded',
        subject: id,
        username: id,
        displayName: name,
        externalId: id,
        createdAt: start,
      })),
    )
  })
  const solved = people.flatMap(({ id, solved }, index) =>
    Array.from({ length: solved }, (_, step) => {
      const challenge = (index * 7 + step) % size.challenges
      return {
        accountId: id,
        userId: id,
        counts: true,
        category: categoryOf(challenge),
        slug: slugOf(challenge),
        flagId: String((Math.floor(step / size.challenges) % size.flags) + 1),
        solvedAt: new Date(start.getTime() + share(`${id} ${step}`) * (size.days / 2) * DAY),
      }
    }),
  )
  await inPieces(solved, piece => db.insert(solves).values(piece).onConflictDoNothing())
  await close()
}
