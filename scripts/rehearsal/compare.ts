import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { RehearsalParticipant, RehearsalTeam } from './participant.ts'
import type { SitePlatform } from './site.ts'

/** What every participant sees on their pages. */
const ofEach = [
  ...['/v1/metadata', '/v1/event', '/v1/announcements', '/v1/user', '/v1/user/team'],
  ...['/v1/user/stats', '/v1/user/submissions', '/v1/stats/scoreboard', '/v1/stats/history'],
  ...['/v1/challenges/', '/v1/categories/'],
]
/** A few participants are enough where all of a group get the same answers. */
const ofSome = ['/v1/stats/solvetimes', '/v1/public/scoreboard', '/v1/public/ctftime.json']
const some = 5

interface Listed {
  categorySlug: string
  slug: string
}
export interface Standing {
  accountId: string
  displayName: string
  points: number
  flags: number
  rank: number | null
}

/**
 * Asks all platforms for every page of these participants.
 *
 * @returns how many answers were compared, and the differences in words
 */
export async function compareScreens(
  platforms: readonly SitePlatform[],
  people: readonly RehearsalParticipant[],
): Promise<{ compared: number; differences: string[] }> {
  const differences: string[] = []
  let compared = 0
  for (const [index, { name, client }] of people.entries()) {
    const token = await client.current()
    const ask = (origin: string, path: string) => answerOf(origin, path, token)
    const [first, ...others] = platforms
    if (!first) break
    const paths = [...ofEach]
    if (index < some) {
      const { body } = await ask(first.origin, '/v1/challenges/')
      paths.push(...ofSome, ...(Array.isArray(body) ? body.flatMap(pathsOf) : []))
      const board = (await ask(first.origin, '/v1/stats/scoreboard')).body as {
        entries?: Standing[]
      }
      paths.push(...(board.entries ?? []).map(({ accountId }) => `/v1/accounts/${accountId}`))
    }
    for (const path of paths) {
      const wanted = await ask(first.origin, path)
      for (const other of others) {
        const found = await ask(other.origin, path)
        compared++
        if (!isDeepStrictEqual(found, wanted))
          differences.push(`${path} of ${name}: ${firstDifference(wanted, found)}`)
      }
    }
  }
  return { compared, differences }
}

const pathsOf = ({ categorySlug, slug }: Listed) =>
  ['', '/score', '/solves', '/instance'].map(
    part => `/v1/challenges/${slug}${part}?category=${categorySlug}`,
  )

async function answerOf(origin: string, path: string, token: string) {
  const response = await fetch(origin + path, { headers: { authorization: `Bearer ${token}` } })
  return { status: response.status, body: (await response.json()) as unknown }
}

function firstDifference(a: unknown, b: unknown, at = ''): string {
  const areObjects = [a, b].every(one => typeof one === 'object' && one !== null)
  if (!areObjects) return `${at || 'all'} is ${JSON.stringify(a)} and ${JSON.stringify(b)}`
  const [left, right] = [a as Record<string, unknown>, b as Record<string, unknown>]
  for (const key of new Set([...Object.keys(left), ...Object.keys(right)]))
    if (!isDeepStrictEqual(left[key], right[key]))
      return firstDifference(left[key], right[key], `${at}/${key}`)
  return 'the order of fields'
}

/** The columns of `solves.json` that are compared. */
interface ExportedSolve {
  accountId: string
  challenge: string
}

export const readExport = async <T>(folder: string, name: string): Promise<T> =>
  JSON.parse(await readFile(join(folder, name), 'utf8'))

/**
 * Compares an export with the answers that participants got, and with what they see.
 *
 * @param takenBack flags that organisers took back, as `TEAM ID category/slug`
 * @returns how many flags were accepted, and the differences in words
 */
export async function compareExport(
  folder: string,
  teams: readonly RehearsalTeam[],
  { board, takenBack }: { board: readonly Standing[]; takenBack: ReadonlySet<string> },
): Promise<{ accepted: number; exported: number; differences: string[] }> {
  const differences: string[] = []
  const exported = await readExport<ExportedSolve[]>(folder, 'solves.json')
  let accepted = 0
  for (const team of teams) {
    const counts = new Map<string, number>()
    for (const { accountId, challenge } of exported)
      if (accountId === team.id) counts.set(challenge, (counts.get(challenge) ?? 0) + 1)
    const expected = new Map<string, number>()
    for (const key of team.accepted) {
      const [challenge = ''] = key.split(' ')
      if (takenBack.has(`${team.id} ${challenge}`)) continue
      accepted++
      expected.set(challenge, (expected.get(challenge) ?? 0) + 1)
    }
    for (const challenge of new Set([...counts.keys(), ...expected.keys()])) {
      const [has, wants] = [counts.get(challenge) ?? 0, expected.get(challenge) ?? 0]
      if (has !== wants)
        differences.push(`${team.name}, ${challenge}: ${wants} flags accepted, ${has} exported`)
    }
  }
  const rows = await readExport<Standing[]>(folder, 'board.json')
  for (const shown of board) {
    const row = rows.find(({ accountId }) => accountId === shown.accountId)
    for (const field of ['displayName', 'points', 'flags', 'rank'] as const)
      if (row?.[field] !== shown[field])
        differences.push(
          `${shown.displayName}: the board shows ${field} ${shown[field]}, exported is ${row?.[field]}`,
        )
  }
  if (rows.length !== board.length)
    differences.push(`the board has ${board.length} accounts, the export ${rows.length}`)
  return { accepted, exported: exported.length, differences }
}
