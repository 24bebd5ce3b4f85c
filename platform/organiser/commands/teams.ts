import { eq, or } from 'drizzle-orm'
import { teamMembers, teams, users } from '../../database/schema.ts'
import { block, text } from '../../event/fields.ts'
import { type ChangeContext, changeCommand, OrganiserRefusal } from '../command.ts'
import { accountNamed } from './accounts.ts'
import { firstFreePlace } from './first-free-place.ts'

/** Puts a user into another team. What the user solved stays with the team that it was solved for. */
export const moveUser = changeCommand(
  block({ user: text, team: text }),
  async (context, { user: name, team: teamName }) => {
    const { tx, event, bus, scores, now } = context
    const { teamMode, teamSize } = event.current
    if (!teamMode) throw new OrganiserRefusal('this event has no teams')
    const user = onlyUser(await usersNamed(context, name), name)
    const team = await teamNamed(context, teamName)
    const [before] = await tx
      .select({ id: teams.id, name: teams.name })
      .from(teamMembers)
      .innerJoin(teams, eq(teams.id, teamMembers.teamId))
      .where(eq(teamMembers.userId, user.id))
    if (before?.id === team.id) return { changes: [], notes: [], apply: async () => () => {} }
    const taken = await takenIn(context, team.id)
    if (teamSize !== null && taken.size >= teamSize)
      throw new OrganiserRefusal(`${team.name} is full: ${taken.size} of ${teamSize} members`)
    const isLast = before && (await takenIn(context, before.id)).size === 1
    return {
      changes: [
        { what: `team of ${user.username}`, before: before?.name ?? null, after: team.name },
      ],
      notes: [
        ...(before ? [`what ${user.username} solved stays with ${before.name}`] : []),
        ...(isLast ? [`nobody is left in ${before.name}: it ends, and its solves stay`] : []),
      ],
      async apply() {
        await tx.delete(teamMembers).where(eq(teamMembers.userId, user.id))
        const place = firstFreePlace(taken)
        await tx
          .insert(teamMembers)
          .values({ userId: user.id, teamId: team.id, place, joinedAt: now })
        const tell = [await bus.publishIn(tx, 'user.changed', user.id)]
        for (const id of before ? [before.id, team.id] : [team.id])
          tell.push(await bus.publishIn(tx, 'team.changed', id))
        // The database ends a team with its last member.
        const forget = isLast ? await scores.corrected(tx, [before.id]) : () => {}
        return async () => {
          for (const one of tell) one()
          await forget()
        }
      },
    }
  },
)

/** @param name a username, or an id */
export const usersNamed = ({ tx }: ChangeContext, name: string) =>
  tx
    .select()
    .from(users)
    .where(or(eq(users.username, name), eq(users.id, name)))

/** The only user whom `usersNamed` found. @throws OrganiserRefusal if there is none, or are several */
export function onlyUser(found: Awaited<ReturnType<typeof usersNamed>>, name: string) {
  const [user, ...others] = found
  if (!user) throw new OrganiserRefusal(`there is no user '${name}'; 'people' shows them`)
  if (others.length === 0) return user
  const ids = found.map(({ id }) => id).join(', ')
  throw new OrganiserRefusal(`several users are called '${name}': name one of ${ids}`)
}

/** While it is locked, nobody joins it. */
async function teamNamed(context: ChangeContext, name: string) {
  const { id } = await accountNamed(context, name)
  const [team] = await context.tx.select().from(teams).where(eq(teams.id, id)).for('update')
  if (!team) throw new OrganiserRefusal(`'${name}' has no members any more`)
  return team
}

async function takenIn({ tx }: ChangeContext, teamId: string): Promise<Set<number>> {
  const rows = await tx
    .select({ place: teamMembers.place })
    .from(teamMembers)
    .where(eq(teamMembers.teamId, teamId))
  return new Set(rows.map(({ place }) => place))
}
