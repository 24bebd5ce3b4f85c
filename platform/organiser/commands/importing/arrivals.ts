import { eq, inArray } from 'drizzle-orm'
import { maxTeamNameLength } from '../../../../src/api/contract.ts'
import { inBatches } from '../../../database/in-batches.ts'
import {
  accounts,
  signInAccounts,
  teamMembers,
  teamNames,
  teams,
  usernames,
} from '../../../database/schema.ts'
import { plural } from '../../../event/record/plural.ts'
import { readUsername } from '../../../identity/sign-in-accounts.ts'
import { type Name, nameKeys, readName, shownName, signInKey } from '../../../names/names.ts'
import { type ChangeContext, OrganiserRefusal } from '../../command.ts'
import { firstProblems } from '../first-problems.ts'
import { scoreGroupNamed, textKey } from '../score-groups.ts'

/** A person who gets a sign-in account, as read from a file. */
export interface GivenPerson {
  /** Where it was read, for messages: `line 7`. */
  at: string
  /** Empty: it is missing, which is refused with all else that is wrong in its line. */
  name: string
  displayName?: string | undefined
  team?: string | undefined
  group?: string | undefined
  /** Plays without being on a board: the account, so in team mode the team. */
  hidden?: boolean | undefined
  /** The hash as it is stored. Only a dry run does without it. */
  password?: string | undefined
}

export interface Arrival {
  name: Name
  displayName: string | null
  /** A slug; null: they choose one. */
  group: string | null
  isHidden: boolean
  team: ArrivingTeam | null
  password: string | undefined
}

export interface ArrivingTeam {
  /** Null: it is new. */
  id: string | null
  name: Name
  /** The places of those who are members already. */
  taken: Set<number>
  /** How many people come. */
  size: number
  group: string | null
  /** Whether it gets its score group now. */
  choosesGroup: boolean
  isHidden: boolean
}

export interface Arrivals {
  people: Arrival[]
  teams: ArrivingTeam[]
}

const { compare } = new Intl.Collator('en', { numeric: true })
const lineOf = (problem: string) => problem.split(':', 1)[0] ?? ''

/**
 * @param wrong the lines that the organiser's side refuses already, like `line 7: it contains a NUL character`
 * @throws OrganiserRefusal with all reasons why people cannot come
 */
export async function readArrivals(
  context: ChangeContext,
  given: readonly GivenPerson[],
  wrong: readonly string[],
): Promise<Arrivals> {
  const problems = [...wrong]
  const names = given.map(({ name }) => readUsername(name))
  const taken = await takenNames(context, names)
  const own = new Map<string, string>()
  const teamsOf = await readTeams(context, given, problems)
  const people = given.map((person, index): Arrival | null => {
    const before = problems.length
    const refuse = (problem: string) => void problems.push(`${person.at}: ${problem}`)
    const name = names[index]
    const used = name?.keys.map(key => own.get(key)).find(one => one !== undefined)
    if (person.name === '') refuse('the name is missing')
    else if (!name)
      refuse(
        `'${person.name}' cannot be a username: up to 40 letters of one alphabet, digits, dots, dashes and underscores`,
      )
    else if (name.keys.some(key => taken.has(key)) || taken.has(signInKey(name.text)))
      refuse(`there is an account '${name.text}', or one that looks like it`)
    else if (used !== undefined) refuse(`'${name.text}' looks like the name in ${used}`)
    else for (const key of name.keys) own.set(key, person.at)
    const { displayName, hidden: isHidden = false, password } = person
    if (displayName !== undefined && displayName.length > maxTeamNameLength)
      refuse(`the display name has more than ${maxTeamNameLength} characters`)
    const group = groupOf(context, person, refuse)
    const team = person.team === undefined ? null : (teamsOf.get(textKey(person.team)) ?? null)
    if (team) joinTeam(context, team, { group, isHidden }, refuse)
    if (!name || problems.length > before) return null
    const shown = (displayName && shownName(displayName)) || null
    return { name, displayName: shown, group, isHidden, team, password }
  })
  if (problems.length > 0) {
    const shown = firstProblems(problems.toSorted((a, b) => compare(lineOf(a), lineOf(b))))
    throw new OrganiserRefusal([...shown, 'nothing was done'].join('\n'))
  }
  return { people: people.filter(one => one !== null), teams: [...teamsOf.values()] }
}

/** @returns the slug of the score group that the person names; null: none that could be */
function groupOf(
  context: ChangeContext,
  { group: name, team }: GivenPerson,
  refuse: (problem: string) => void,
): string | null {
  const { scoreGroups, teamMode } = context.current
  if (team !== undefined && !teamMode) refuse('this event has no teams')
  if (name === undefined) return null
  if (teamMode && team === undefined) refuse('the score group is of a team, and none is named')
  const group = scoreGroupNamed(context, name)?.slug
  if (group !== undefined) return group
  const known = scoreGroups.map(({ slug }) => slug).join(', ')
  refuse(`there is no score group '${name}'; known are ${known}`)
  return null
}

function joinTeam(
  { current: { teamSize } }: ChangeContext,
  team: ArrivingTeam,
  { group, isHidden }: Pick<Arrival, 'group' | 'isHidden'>,
  refuse: (problem: string) => void,
): void {
  if (group !== null && team.group !== null && group !== team.group)
    refuse(`team '${team.name.text}' has the score group '${team.group}'`)
  if (group !== null && team.group === null) Object.assign(team, { group, choosesGroup: true })
  team.size++
  if (isHidden) Object.assign(team, { isHidden })
  if (teamSize !== null && team.taken.size + team.size > teamSize)
    refuse(`team '${team.name.text}' is full: it may have ${plural(teamSize, 'member')}`)
}

/** The keys of names that nobody else may have. */
async function takenNames({ tx, current }: ChangeContext, names: readonly (Name | null)[]) {
  const known = names.filter(one => one !== null)
  const taken = new Set(current.accounts.flatMap(({ username }) => nameKeys(username)))
  for (const batch of inBatches(known.flatMap(({ keys }) => keys)))
    for (const { key } of await tx
      .select({ key: usernames.key })
      .from(usernames)
      .where(inArray(usernames.key, batch)))
      taken.add(key)
  // A sign-in account of the event has no keys.
  for (const batch of inBatches(known.map(({ text }) => signInKey(text))))
    for (const { key } of await tx
      .select({ key: signInAccounts.usernameKey })
      .from(signInAccounts)
      .where(inArray(signInAccounts.usernameKey, batch)))
      taken.add(key)
  return taken
}

/** The teams that people name, by `textKey`. One that cannot be is a problem of the first who names it. */
async function readTeams(
  context: ChangeContext,
  given: readonly GivenPerson[],
  problems: string[],
): Promise<Map<string, ArrivingTeam>> {
  const { tx, current } = context
  const found = new Map<string, ArrivingTeam>()
  if (!current.teamMode) return found
  const firsts = new Map<string, GivenPerson & { team: string }>()
  for (const { team, ...rest } of given)
    if (team !== undefined && !firsts.has(textKey(team)))
      firsts.set(textKey(team), { ...rest, team })
  const named = [...firsts].map(([key, person]) => ({ key, person, name: readName(person.team) }))
  const there = await teamsByKey(
    context,
    named.flatMap(({ name }) => name?.keys ?? []),
  )
  const own = new Map<string, string>()
  for (const { key, person, name } of named) {
    const refuse = (problem: string) => problems.push(`${person.at}: ${problem}`)
    if (!name || name.text.length > maxTeamNameLength) {
      const shown = person.team.slice(0, maxTeamNameLength)
      refuse(
        name
          ? `'${shown}…' has more than ${maxTeamNameLength} characters`
          : `'${shown}' cannot be the name of a team`,
      )
      continue
    }
    const existing = name.keys.map(one => there.get(one)).find(one => one !== undefined)
    const earlier = name.keys.map(one => own.get(one)).find(one => one !== undefined)
    if (existing && textKey(existing.name) !== key)
      refuse(`team '${name.text}' looks like '${existing.name}', which is there`)
    else if (earlier !== undefined) refuse(`team '${name.text}' looks like the one in ${earlier}`)
    else {
      for (const one of name.keys) own.set(one, person.at)
      const team = { id: existing?.id ?? null, name, taken: new Set<number>(), size: 0 }
      const kept = { group: existing?.group ?? null, choosesGroup: false, isHidden: false }
      found.set(key, { ...team, ...kept })
    }
  }
  const byId = new Map([...found.values()].flatMap(one => (one.id ? [[one.id, one] as const] : [])))
  for (const batch of inBatches([...byId.keys()]))
    for (const { teamId, place } of await tx
      .select({ teamId: teamMembers.teamId, place: teamMembers.place })
      .from(teamMembers)
      .where(inArray(teamMembers.teamId, batch)))
      byId.get(teamId)?.taken.add(place)
  return found
}

/** The teams by each key of their names. While they are locked, nobody joins them. */
async function teamsByKey({ tx }: ChangeContext, keys: readonly string[]) {
  const found = new Map<string, { id: string; name: string; group: string | null }>()
  for (const batch of inBatches(keys))
    for (const { key, ...team } of await tx
      .select({ key: teamNames.key, id: teams.id, name: teams.name, group: accounts.scoreGroup })
      .from(teamNames)
      .innerJoin(teams, eq(teams.id, teamNames.teamId))
      .innerJoin(accounts, eq(accounts.id, teams.id))
      .where(inArray(teamNames.key, batch))
      .for('update', { of: teams }))
      found.set(key, team)
  return found
}
