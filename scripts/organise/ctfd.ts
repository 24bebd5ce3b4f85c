import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import type { GivenPerson } from '../../platform/organiser/commands/importing/arrivals.ts'

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

/** 20,000 users of CTFd have about 8 million. */
const maxCharacters = 32 * 1024 * 1024
const maxNameLength = 40

const Challenges = tableOf(v.object({ id, name: v.string() }))
const Solves = tableOf(v.object({ id, challenge_id: v.nullable(id), user_id: v.nullish(id) }))
/** CTFd writes times of UTC without a zone. */
const date = v.pipe(
  v.string(),
  v.transform(text => Date.parse(/Z|[+-]\d\d:\d\d$/.test(text) ? text : `${text}Z`)),
  v.number('is not a time'),
)
const Submissions = tableOf(v.object({ id, date }))
const Awards = tableOf(
  v.object({
    ...{ user_id: v.nullish(id), team_id: v.nullish(id), date },
    ...{ name: v.nullish(v.string()), description: v.nullish(v.string()), value: v.number() },
  }),
)

/** What `import` takes. */
export interface Ctfd {
  people: GivenPerson[]
  /** With `withResults` only. */
  results?: { solves: Solve[]; awards: Award[] }
  /** A line for each kind of thing that was left out. */
  leftOut: string[]
}

interface Solve {
  challenge: string
  by: [person: number, at: number][]
}

interface Award {
  person: number
  at: number
  points: number
  reason: string
}

/**
 * Reads users and teams of CTFd's export, which was unpacked. Nobody has a password: CTFd's are hashed in another
 * way.
 *
 * @param folder the one with `db/users.json`
 * @param withResults reads solves and awards, too
 * @throws Error in plain words
 */
export async function readCtfd(folder: string, withResults = false): Promise<Ctfd> {
  const read = <S extends v.GenericSchema>(name: string, schema: S) =>
    readTable(join(folder, `db/${name}.json`), schema)
  const users = (await read('users', Users)).results
  const teams = (await read('teams', Teams)).results
  const known = new Map(teams.map(team => [team.id, team]))
  const taken = new Set<string>()
  /** The index of each user in the list. */
  const places = new Map<number, number>()
  /** The index of one member of each team. */
  const members = new Map<number, number>()
  const people: GivenPerson[] = []
  for (const user of users) {
    const team = known.get(user.team_id ?? Number.NaN)
    if (user.banned || team?.banned || user.type === 'admin' || !user.name) continue
    const name = freeName(user.name, user.id, taken)
    places.set(user.id, people.length)
    if (team && !members.has(team.id)) members.set(team.id, people.length)
    people.push({
      ...{ at: `user ${user.id}`, name },
      ...(name !== user.name && { displayName: user.name }),
      ...(team?.name && { team: team.name }),
      ...((team ?? user).hidden && { hidden: true }),
    })
  }
  if (people.length === 0) throw new Error(`${folder} names nobody who could play`)
  const gone = users.length - people.length
  const leftOut = gone > 0 ? [`${gone} of CTFd's users (administrators, banned)`] : []
  if (!withResults) return { people, leftOut }

  const challenges = (await read('challenges', Challenges)).results
  const times = (await read('submissions', Submissions)).results
  const solves = (await read('solves', Solves)).results
  const awards = (await read('awards', Awards)).results
  const names = new Map(challenges.map(one => [one.id, one.name]))
  const dates = new Map(times.map(one => [one.id, one.date]))
  const byName = new Map<string, Solve>()
  let others = 0
  for (const { id: solve, challenge_id, user_id } of solves) {
    const challenge = names.get(challenge_id ?? Number.NaN)
    const [person, at] = [places.get(user_id ?? Number.NaN), dates.get(solve)]
    if (challenge === undefined || person === undefined || at === undefined) {
      others++
      continue
    }
    const found = byName.get(challenge) ?? { challenge, by: [] }
    byName.set(challenge, found)
    found.by.push([person, at])
  }
  const given = awards.flatMap(({ user_id, team_id, date: at, name, description, value }) => {
    const person = places.get(user_id ?? Number.NaN) ?? members.get(team_id ?? Number.NaN)
    if (person === undefined || value === 0) return []
    const reason = inOneLine([name, description]) || "CTFd's award"
    return [{ person, at, points: Math.trunc(value), reason }]
  })
  const without = awards.length - given.length
  return {
    people,
    results: { solves: [...byName.values()], awards: given },
    leftOut: [
      ...leftOut,
      ...(others > 0
        ? [`${others} of CTFd's solves (of those users, or of deleted challenges)`]
        : []),
      ...(without > 0 ? [`${without} of CTFd's awards (of those users, or of no points)`] : []),
    ],
  }
}

const inOneLine = (texts: readonly (string | null | undefined)[]): string =>
  texts
    .filter(Boolean)
    .join(': ')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, 500)

/** A username has no spaces and few signs. The name from CTFd stays the name that others see. */
function freeName(given: string, id: number, taken: Set<string>): string {
  const shaped = given
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{N}\p{M}._-]+/gu, '-')
    .replaceAll(/^[^\p{L}\p{N}]+|-+$/gu, '')
    .slice(0, maxNameLength)
  const free = shaped === '' ? `user-${id}` : shaped
  const name = taken.has(free.toLowerCase()) ? `${free.slice(0, maxNameLength - 11)}-${id}` : free
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
  if (text.length > maxCharacters) throw new Error(`${file} is larger than 32 MB`)
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text)
  if (parsed.success) return parsed.output
  const [issue] = parsed.issues
  throw new Error(`${file} is not a table of CTFd: ${v.getDotPath(issue) ?? ''} ${issue.message}`)
}
