import { join } from 'node:path'
import * as v from 'valibot'
import { readSmallFile } from '../../platform/files/small-file.ts'
import { readName, shownName } from '../../platform/names/names.ts'
import {
  maxAwardPoints,
  maxReasonLength,
  notInReason,
} from '../../platform/organiser/commands/award-limits.ts'
import type { GivenPerson } from '../../platform/organiser/commands/importing/arrivals.ts'
import { maxTeamNameLength } from '../../src/api/contract.ts'

const id = v.number()
const flag = v.optional(v.nullable(v.union([v.boolean(), v.number()])))
const tableOf = <S extends v.GenericSchema>(row: S) => v.object({ results: v.array(row) })
const Users = tableOf(
  v.object({
    id,
    name: v.nullable(v.string()),
    type: v.nullish(v.string()),
    hidden: flag,
    banned: flag,
    team_id: v.nullish(id),
  }),
)
const Teams = tableOf(v.object({ id, name: v.nullable(v.string()), hidden: flag, banned: flag }))

/** 20,000 users of CTFd have about 8 MB. */
const maxBytes = 32 * 2 ** 20
const maxNameLength = 40

const Challenges = tableOf(v.object({ id, name: v.string() }))
const Solves = tableOf(
  v.object({ id, challenge_id: v.nullable(id), user_id: v.nullish(id), team_id: v.nullish(id) }),
)
/**
 * CTFd writes times of UTC without a zone. A time before 1970 comes from a clock that was not set, and becomes that
 * year: every event starts later.
 */
const date = v.pipe(
  v.string(),
  v.transform(text => Date.parse(/Z|[+-]\d\d:\d\d$/.test(text) ? text : `${text}Z`)),
  v.transform(at => Math.max(0, at)),
  v.number('is not a time'),
)
const Submissions = tableOf(v.object({ id, date: v.nullable(date) }))
const Awards = tableOf(
  v.object({
    user_id: v.nullish(id),
    team_id: v.nullish(id),
    date: v.nullable(date),
    name: v.nullish(v.string()),
    description: v.nullish(v.string()),
    value: v.nullable(v.number()),
  }),
)

/** What `import` takes. */
export interface Ctfd {
  people: GivenPerson[]
  /** With `withResults` only. */
  results?: { solves: Solve[]; awards: Award[] }
  /** A line for each kind of thing that was left out, and for each team with another name. */
  notes: string[]
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
  const [freeName, freeTeamName] = [createNames(), createNames()]
  const namesOfTeams = new Map<number, string>()
  const notes: string[] = []
  const nameOfTeam = (id: number, given: string) => {
    const named = namesOfTeams.get(id)
    if (named !== undefined) return named
    const name = freeTeamName(teamNames(given, id))
    namesOfTeams.set(id, name)
    if (name !== given.trim())
      notes.push(
        `another name: team '${name}' for '${shownName(given)}', which looks like another or cannot be a name`,
      )
    return name
  }
  /** The index of each user in the list. */
  const places = new Map<number, number>()
  /** The index of one member of each team. */
  const members = new Map<number, number>()
  const people: GivenPerson[] = []
  let [closed, nameless] = [0, 0]
  for (const user of users) {
    const team = known.get(user.team_id ?? Number.NaN)
    if (user.banned || team?.banned || user.type === 'admin') closed++
    else if (!user.name?.trim()) nameless++
    else {
      const name = freeName(usernames(user.name, user.id))
      places.set(user.id, people.length)
      if (team && !members.has(team.id)) members.set(team.id, people.length)
      const shown = name !== user.name && shownName(user.name)
      people.push({
        at: `user ${user.id}`,
        name,
        ...(shown && { displayName: shown }),
        ...(team?.name && { team: nameOfTeam(team.id, team.name) }),
        ...((team ?? user).hidden && { hidden: true }),
      })
    }
  }
  if (people.length === 0) throw new Error(`${folder} names nobody who could play`)
  const leaveOut = (count: number, what: string, why: string) => {
    if (count > 0) notes.push(`left out: ${count} of CTFd's ${what} (${why})`)
  }
  leaveOut(closed, 'users', 'administrators, banned')
  leaveOut(nameless, 'users', 'without a name')
  if (!withResults) return { people, notes }

  const challenges = (await read('challenges', Challenges)).results
  const times = (await read('submissions', Submissions)).results
  const solves = (await read('solves', Solves)).results
  const awards = (await read('awards', Awards)).results
  const names = new Map(challenges.map(one => [one.id, one.name]))
  const dates = new Map(times.map(one => [one.id, one.date]))
  const byName = new Map<string, Solve>()
  let others = 0
  const teamOf = new Map(users.map(user => [user.id, user.team_id]))
  /** If somebody has left a team, a member stands for what they solved there. */
  const scorer = (user: number, team: number | null | undefined) => {
    const own = places.get(user)
    const hasLeft = team != null && known.has(team) && teamOf.get(user) !== team
    return own !== undefined && hasLeft ? members.get(team) : own
  }
  for (const { id: solve, challenge_id, user_id, team_id } of solves) {
    const challenge = names.get(challenge_id ?? Number.NaN)
    const [person, at] = [scorer(user_id ?? Number.NaN, team_id), dates.get(solve)]
    if (!challenge?.trim() || person === undefined || at == null) {
      others++
      continue
    }
    const found = byName.get(challenge) ?? { challenge, by: [] }
    byName.set(challenge, found)
    found.by.push([person, at])
  }
  let [ofOthers, tooLarge] = [0, 0]
  const given = awards.flatMap(({ user_id, team_id, date: at, name, description, value }) => {
    const person = scorer(user_id ?? Number.NaN, team_id) ?? members.get(team_id ?? Number.NaN)
    const points = Math.trunc(value ?? 0)
    if (person === undefined || at === null || points === 0) ofOthers++
    else if (Math.abs(points) > maxAwardPoints) tooLarge++
    else return [{ person, at, points, reason: inOneLine([name, description]) || "CTFd's award" }]
    return []
  })
  leaveOut(others, 'solves', 'of those users, or of deleted challenges')
  leaveOut(ofOthers, 'awards', 'of those users, or of no points')
  leaveOut(tooLarge, 'awards', `of more than ${maxAwardPoints} points`)
  return { people, results: { solves: [...byName.values()], awards: given }, notes }
}

const inOneLine = (texts: readonly (string | null | undefined)[]): string =>
  texts
    .filter(Boolean)
    .join(': ')
    .replaceAll(new RegExp(`${notInReason.source}+`, 'gu'), ' ')
    .trim()
    .slice(0, maxReasonLength)
    .toWellFormed()

/** Takes the first name that is one, and that looks like no name from before. */
function createNames() {
  const taken = new Set<string>()
  return (wanted: readonly [string, ...string[]]): string => {
    const isFree = (name: string) => readName(name)?.keys.every(key => !taken.has(key)) ?? false
    const name = wanted.find(isFree) ?? wanted[0]
    for (const key of readName(name)?.keys ?? []) taken.add(key)
    return name
  }
}

/** A username has no spaces and few signs. The name from CTFd stays the name that others see. */
function usernames(given: string, id: number): [string, ...string[]] {
  const shaped = given
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{N}\p{M}._-]+/gu, '-')
    .replaceAll(/^[^\p{L}\p{N}]+|-+$/gu, '')
    .slice(0, maxNameLength)
  const own = [`user-${id}`, `user-${id}-ctfd`] as const
  return shaped === '' ? [...own] : [shaped, `${shaped.slice(0, maxNameLength - 11)}-${id}`, ...own]
}

/** CTFd takes names that differ only in case, or in letters that look alike. */
function teamNames(given: string, id: number): [string, ...string[]] {
  const whole = given.trim()
  const own = [`Team ${id}`, `Team ${id} (CTFd)`] as const
  if (whole === '') return [...own]
  const withId = `${whole.slice(0, maxTeamNameLength - 11)} ${id}`
  return whole.length > maxTeamNameLength ? [withId, ...own] : [whole, withId, ...own]
}

async function readTable<S extends v.GenericSchema>(
  file: string,
  schema: S,
): Promise<v.InferOutput<S>> {
  const bytes = await readSmallFile(file, maxBytes).catch((error: NodeJS.ErrnoException) => {
    if (!error.code) throw new Error(`${file} ${error.message}`)
    throw new Error(`${file} cannot be read: unpack CTFd's export, and name its folder`)
  })
  // An editor of Windows may write a byte order mark.
  const json = String(bytes).replace(/^\ufeff/, '')
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), json)
  if (parsed.success) return parsed.output
  const [issue] = parsed.issues
  const field = v.getDotPath(issue)
  throw new Error(
    `${file} is not a table of CTFd: ${field === null ? '' : `${field} `}${issue.message}`,
  )
}
