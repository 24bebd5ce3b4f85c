import { randomBytes, randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import { violatedConstraint } from '../../../database/errors.ts'
import { inBatches } from '../../../database/in-batches.ts'
import {
  accounts,
  signInAccounts,
  teamMembers,
  teamNames,
  teams,
  usernames,
  users,
} from '../../../database/schema.ts'
import { block, flag, list, text } from '../../../event/fields.ts'
import { plural } from '../../../event/record/plural.ts'
import { embeddedRealm } from '../../../identity/embedded.ts'
import { newJoinToken } from '../../../names/join-token.ts'
import { signInKey } from '../../../names/names.ts'
import {
  type ChangeContext,
  changeCommand,
  OrganiserRefusal,
  type PlannedChange,
} from '../../command.ts'
import { firstFreePlace } from '../first-free-place.ts'
import { type Arrivals, readArrivals } from './arrivals.ts'
import {
  type EarlierResults,
  earlierResults,
  readResults,
  storeResults,
} from './earlier-results.ts'

const maxPeople = 20_000
/** How many names the log and the question to the organiser show. */
const maxNamed = 10

const person = block({
  at: text,
  name: v.pipe(v.string(), v.trim()),
  displayName: v.optional(text),
  team: v.optional(text),
  group: v.optional(text),
  hidden: v.optional(flag),
  password: v.optional(v.pipe(v.string(), v.regex(/^(\$argon2id|scrypt|link)\$/, 'is not a hash'))),
})

/** Creates accounts and teams, all or none. */
export const importPeople = changeCommand(
  block({
    people: v.pipe(list(person), v.maxLength(maxPeople, `must have ${maxPeople} people or less`)),
    /** Lines of the file that cannot be imported. They are refused with those that cannot be here. */
    wrong: v.optional(list(text)),
    results: v.optional(earlierResults),
  }),
  async (context, { people, wrong = [], results: given }) => {
    if (people.length + wrong.length === 0) throw new OrganiserRefusal('people: names nobody')
    const arrivals = await readArrivals(context, people, wrong)
    const { teamMode } = context.current
    const scores = (person: number) => !teamMode || Boolean(arrivals.people[person]?.team)
    const results = readResults(context, given, scores)
    const [group, ...others] = context.current.scoreGroups
    // People with results are on the board. If there is only one board, nobody has to choose it.
    if (given && group && others.length === 0) chooseFor(arrivals, group.slug, context.current)
    return {
      changes: [...changesOf(arrivals), ...resultsIn(results)],
      notes: [...notesOf(arrivals), ...results.notes],
      apply: () =>
        create(context, arrivals, results).catch(error => {
          if (violatedConstraint(error) === null) throw error
          throw new OrganiserRefusal(
            'somebody has just taken one of these names or places: try it again',
          )
        }),
    }
  },
  ({ people }) => ({ people: people.map(({ password: _, ...rest }) => rest) }),
)

function chooseFor(arrivals: Arrivals, group: string, { teamMode }: { teamMode: boolean }): void {
  if (!teamMode) for (const one of arrivals.people) one.group ??= group
  for (const one of arrivals.teams)
    if (one.group === null) Object.assign(one, { group, choosesGroup: true })
}

function resultsIn({ solves, awards }: EarlierResults): PlannedChange[] {
  const solved = solves.reduce((sum, { by }) => sum + by.length, 0)
  const counted = (what: string, count: number): PlannedChange[] =>
    count === 0 ? [] : [{ what, before: null, after: `${count}` }]
  return [...counted('solves', solved), ...counted('awards', awards.length)]
}

function changesOf({ people, teams: all }: Arrivals): PlannedChange[] {
  const made = (what: string, names: string[]): PlannedChange[] =>
    names.length === 0
      ? []
      : [
          {
            what,
            before: null,
            after: `${names.length}: ${names.slice(0, maxNamed).join(', ')}${names.length > maxNamed ? ', …' : ''}`,
          },
        ]
  return [
    ...made(
      'new accounts',
      people.map(({ name }) => name.text),
    ),
    ...made(
      'new teams',
      all.filter(({ id }) => !id).map(({ name }) => name.text),
    ),
    ...all
      .filter(({ id }) => id)
      .map(({ name, taken, size }) => ({
        what: `members of ${name.text}`,
        before: `${taken.size}`,
        after: `${taken.size + size}`,
      })),
  ]
}

function notesOf({ people, teams: all }: Arrivals): string[] {
  // Teams score, and people without a team.
  const scoring = [...all, ...people.filter(({ team }) => !team)]
  const without = scoring.filter(({ group }) => group === null).length
  const hidden =
    all.length > 0 ? all.filter(one => one.isHidden) : people.filter(one => one.isHidden)
  const alone = all.length > 0 ? people.filter(({ team }) => !team).length : 0
  return [
    ...(without > 0 ? [`${plural(without, 'account')} without a score group: they choose it`] : []),
    ...(hidden.length > 0 ? [`${plural(hidden.length, 'account')} hidden, as before`] : []),
    ...(alone > 0 ? [`${plural(alone, 'account')} without a team`] : []),
  ]
}

async function create(
  { tx, now, bus, scores, event, current }: ChangeContext,
  { people, teams: all }: Arrivals,
  results: EarlierResults,
) {
  const made = { createdAt: now }
  const groupOf = (group: string | null) =>
    group === null ? {} : { scoreGroup: group, scoreGroupAt: now }
  const rows = people.map(({ name, displayName, group, isHidden, team, password }) => {
    if (password === undefined) throw new OrganiserRefusal(`'${name.text}' has no password`)
    const [id, userId] = [randomUUID(), randomUUID()]
    return {
      team,
      name,
      userId,
      account: { id, username: name.text, usernameKey: signInKey(name.text), password, ...made },
      user: {
        id: userId,
        issuer: embeddedRealm,
        subject: id,
        username: name.text,
        displayName,
        externalId: randomBytes(9).toString('base64url'),
        ...made,
      },
      own: {
        id: userId,
        displayName: displayName ?? name.text,
        ...made,
        ...groupOf(group),
        hiddenAt: isHidden ? now : null,
      },
    }
  })
  for (const batch of inBatches(rows)) {
    await tx.insert(signInAccounts).values(batch.map(({ account }) => account))
    await tx
      .insert(usernames)
      .values(batch.flatMap(one => one.name.keys.map(key => ({ key, accountId: one.account.id }))))
    await tx.insert(users).values(batch.map(({ user }) => user))
    // Without teams, users score for themselves.
    if (!event.current.teamMode) await tx.insert(accounts).values(batch.map(({ own }) => own))
  }

  const ids = new Map(all.map(one => [one, one.id ?? randomUUID()]))
  for (const batch of inBatches(all.filter(one => !one.id))) {
    const named = batch.map(one => ({ one, id: ids.get(one) ?? '', name: one.name.text }))
    await tx
      .insert(teams)
      .values(named.map(({ id, name }) => ({ id, name, joinToken: newJoinToken(), ...made })))
    await tx
      .insert(teamNames)
      .values(named.flatMap(({ one, id }) => one.name.keys.map(key => ({ key, teamId: id }))))
    await tx.insert(accounts).values(
      named.map(({ one, id, name }) => ({
        id,
        displayName: name,
        ...made,
        ...groupOf(one.group),
        hiddenAt: one.isHidden ? now : null,
      })),
    )
  }
  const tell: (() => unknown)[] = []
  for (const one of all) {
    if (!one.id) continue
    if (one.choosesGroup)
      await tx.update(accounts).set(groupOf(one.group)).where(eq(accounts.id, one.id))
    tell.push(await bus.publishIn(tx, 'account.changed', one.id))
    tell.push(await bus.publishIn(tx, 'team.changed', one.id))
  }
  const taken = new Map(all.map(one => [one, new Set(one.taken)]))
  const members = rows.flatMap(({ team, userId }) => {
    const places = team && taken.get(team)
    if (!team || !places) return []
    const place = firstFreePlace(places)
    places.add(place)
    return [{ userId, teamId: ids.get(team) ?? '', place, joinedAt: now }]
  })
  for (const batch of inBatches(members)) await tx.insert(teamMembers).values(batch)
  const scoring = rows.map(({ team, userId }) => ({
    userId,
    accountId: event.current.teamMode ? ((team && ids.get(team)) ?? null) : userId,
  }))
  await storeResults(tx, results, scoring, current.end)
  const count = await scores.added(tx)
  const isThere = all.flatMap(({ id }) => id ?? [])
  const corrected = results.solves.length + results.awards.length > 0 ? isThere : []
  const correct = await scores.corrected(tx, corrected)
  return async () => {
    for (const one of tell) one()
    await count()
    await correct()
  }
}
