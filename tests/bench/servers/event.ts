import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { stringify } from 'yaml'

const DAY = 86_400_000

export interface EventSize {
  readonly challenges: number
  /** The number of flags of each challenge. */
  readonly flags: number
  readonly days: number
  readonly teamMode?: boolean
}

/** The flag of a challenge; both count from 0. */
export const flagOf = (challenge: number, flag: number) => `TEST{c${challenge}f${flag}}`
export const slugOf = (challenge: number) => `challenge-${challenge}`
export const categories = ['crypto', 'forensics', 'misc', 'pwn', 'web']
export const categoryOf = (challenge: number) => categories[challenge % categories.length] ?? ''
/** The start of an event of this many days whose middle is now. */
export const startOf = ({ days }: EventSize) => new Date(Date.now() - (days / 2) * DAY)

/** Writes an event into `folder`. All challenges are worth less when more solve them. */
export async function writeEvent(folder: string, size: EventSize) {
  const start = startOf(size)
  const end = new Date(start.getTime() + (size.days - 1) * DAY)
  await mkdir(folder, { recursive: true })
  await writeFile(
    join(folder, 'event.yaml'),
    stringify({
      name: 'Bench',
      start: start.toISOString(),
      end: end.toISOString(),
      postPlayEnd: new Date(end.getTime() + DAY).toISOString(),
      flagPrefix: 'TEST',
      teamMode: size.teamMode ?? false,
      scoreGroups: [{ name: 'Open' }],
    }),
  )
  for (let challenge = 0; challenge < size.challenges; challenge++) {
    const path = join(folder, categoryOf(challenge), slugOf(challenge))
    await mkdir(path, { recursive: true })
    await writeFile(
      join(path, 'challenge.yml'),
      stringify({
        name: `Challenge ${challenge}`,
        author: 'us',
        category: categoryOf(challenge),
        description: 'Look closely.',
        type: 'dynamic',
        extra: { initial: 500, decay: 100, minimum: 100 },
        flags: Array.from({ length: size.flags }, (_, flag) => flagOf(challenge, flag)),
        logic: 'all',
        state: 'visible',
        version: '0.1',
      }),
    )
  }
}
