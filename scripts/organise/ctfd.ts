import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import type { GivenPerson } from '../../platform/organiser/commands/arrivals.ts'

const id = v.number()
const flag = v.optional(v.nullable(v.union([v.boolean(), v.number()])))
const tableOf = <S extends v.GenericSchema>(row: S) => v.object({ results: v.array(row) })
const Users = tableOf(
  v.object({
    ...{ id, name: v.nullable(v.string()), type: v.nullish(v.string()) },
    ...{ hidden: flag, banned: flag, team_id: v.nullish(id) },
  }),
)
const Teams = tableOf(v.object({ id, name: v.nullable(v.string()), hidden: flag, banned: flag }))

/** In bytes: 20,000 users of CTFd have about 8 MB. */
const largest = 32 * 1024 * 1024
const longest = 40

/**
 * Reads users and teams of CTFd's export, which was unpacked. Nobody has a password: CTFd's are hashed in another
 * way.
 *
 * @param folder the one with `db/users.json`
 * @returns also how many were left out: administrators, and who was hidden or banned
 * @throws Error in plain words
 */
export async function readCtfd(folder: string) {
  const users = (await readTable(join(folder, 'db/users.json'), Users)).results
  const teams = (await readTable(join(folder, 'db/teams.json'), Teams)).results
  const known = new Map(teams.map(team => [team.id, team]))
  const taken = new Set<string>()
  const people = users.flatMap((user): GivenPerson[] => {
    const team = known.get(user.team_id ?? Number.NaN)
    const isOut = [user.hidden, user.banned, team?.hidden, team?.banned].some(Boolean)
    if (isOut || user.type === 'admin' || !user.name) return []
    const name = freeName(user.name, user.id, taken)
    return [
      {
        ...{ at: `user ${user.id}`, name },
        ...(name !== user.name && { displayName: user.name }),
        ...(team?.name && { team: team.name }),
      },
    ]
  })
  if (people.length === 0) throw new Error(`${folder} names nobody who could play`)
  return { people, leftOut: users.length - people.length }
}

/** A username has no spaces and few signs. What CTFd called somebody stays the name that others see. */
function freeName(given: string, id: number, taken: Set<string>): string {
  const shaped = given
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{N}\p{M}._-]+/gu, '-')
    .replaceAll(/^[^\p{L}\p{N}]+|-+$/gu, '')
    .slice(0, longest)
  const free = shaped === '' ? `user-${id}` : shaped
  const name = taken.has(free.toLowerCase()) ? `${free.slice(0, longest - 11)}-${id}` : free
  taken.add(name.toLowerCase())
  return name
}

async function readTable<S extends v.GenericSchema>(
  file: string,
  schema: S,
): Promise<v.InferOutput<S>> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new Error(`${file} cannot be read: unpack CTFd's export, and name its folder`)
  })
  if (text.length > largest) throw new Error(`${file} is larger than 32 MB`)
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text)
  if (parsed.success) return parsed.output
  const [issue] = parsed.issues
  throw new Error(`${file} is no table of CTFd: ${v.getDotPath(issue) ?? ''} ${issue.message}`)
}
