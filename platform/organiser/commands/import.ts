import { randomBytes, randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import { violatedConstraint } from '../../database/errors.ts'
import { inParts } from '../../database/in-parts.ts'
import {
  accounts,
  signInAccounts,
  teamMembers,
  teamNames,
  teams,
  usernames,
  users,
} from '../../database/schema.ts'
import { block, list, text } from '../../event/fields.ts'
import { plural } from '../../event/record/plural.ts'
import { embeddedRealm } from '../../identity/embedded.ts'
import { newJoinToken } from '../../names/join-token.ts'
import { signInKey } from '../../names/names.ts'
import { type Change, type ChangeContext, changeCommand, OrganiserRefusal } from '../command.ts'
import { type Arrivals, readArrivals } from './arrivals.ts'

const most = 20_000
/** In the log, and where somebody agrees. */
const mostNamed = 10

const person = block({
  at: text,
  name: text,
  displayName: v.optional(text),
  team: v.optional(text),
  group: v.optional(text),
  password: v.optional(v.pipe(v.string(), v.regex(/^(\$argon2id|scrypt|link)\$/, 'is no hash'))),
})

/** Creates accounts and teams, all or none. */
export const importPeople = changeCommand(
  block({
    people: v.pipe(
      list(person),
      v.nonEmpty('names nobody'),
      v.maxLength(most, `must have ${most} people or less`),
    ),
  }),
  async (context, { people }) => {
    const arrivals = await readArrivals(context, people)
    return {
      changes: changesOf(arrivals),
      notes: notesOf(arrivals),
      apply: () =>
        create(context, arrivals).catch(error => {
          if (violatedConstraint(error) === null) throw error
          throw new OrganiserRefusal(
            'somebody has just taken one of these names or places: try it again',
          )
        }),
    }
  },
  ({ people }) => ({ people: people.map(({ password: _, ...rest }) => rest) }),
)

function changesOf({ people, teams: all }: Arrivals): Change[] {
  const made = (what: string, names: string[]): Change[] =>
    names.length === 0
      ? []
      : [
          {
            ...{ what, before: null },
            after: `${names.length}: ${names.slice(0, mostNamed).join(', ')}${names.length > mostNamed ? ', …' : ''}`,
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
        before: `${taken.length}`,
        after: `${taken.length + size}`,
      })),
  ]
}

function notesOf({ people, teams: all }: Arrivals): string[] {
  const without = people.filter(({ group, team }) => (team ? team.group : group) === null).length
  const alone = all.length > 0 ? people.filter(({ team }) => !team).length : 0
  return [
    ...(without > 0 ? [`${plural(without, 'account')} without a score group: they choose it`] : []),
    ...(alone > 0 ? [`${plural(alone, 'account')} without a team`] : []),
  ]
}

async function create(
  { tx, now, bus, scores, event }: ChangeContext,
  { people, teams: all }: Arrivals,
) {
  const made = { createdAt: now }
  const groupOf = (group: string | null) =>
    group === null ? {} : { scoreGroup: group, scoreGroupAt: now }
  const rows = people.map(({ name, displayName, group, team, password }) => {
    if (password === undefined) throw new OrganiserRefusal(`'${name.text}' has no password`)
    const [id, userId] = [randomUUID(), randomUUID()]
    return {
      ...{ team, name, userId },
      account: { id, username: name.text, usernameKey: signInKey(name.text), password, ...made },
      user: {
        ...{ id: userId, issuer: embeddedRealm, subject: id, username: name.text, displayName },
        ...{ externalId: randomBytes(9).toString('base64url'), ...made },
      },
      own: { id: userId, displayName: displayName ?? name.text, ...made, ...groupOf(group) },
    }
  })
  for (const part of inParts(rows)) {
    await tx.insert(signInAccounts).values(part.map(({ account }) => account))
    await tx
      .insert(usernames)
      .values(part.flatMap(one => one.name.keys.map(key => ({ key, accountId: one.account.id }))))
    await tx.insert(users).values(part.map(({ user }) => user))
    // Without teams, users score for themselves.
    if (!event.current.teamMode) await tx.insert(accounts).values(part.map(({ own }) => own))
  }

  const ids = new Map(all.map(one => [one, one.id ?? randomUUID()]))
  for (const part of inParts(all.filter(one => !one.id))) {
    const named = part.map(one => ({ one, id: ids.get(one) ?? '', name: one.name.text }))
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
    let place = 1
    while (places.has(place)) place++
    places.add(place)
    return [{ userId, teamId: ids.get(team) ?? '', seat: place, joinedAt: now }]
  })
  for (const part of inParts(members)) await tx.insert(teamMembers).values(part)
  const count = await scores.added(tx)
  return async () => {
    for (const one of tell) one()
    await count()
  }
}
