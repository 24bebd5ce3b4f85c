import { randomUUID } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '../database/database.ts'
import { violatedConstraint } from '../database/errors.ts'
import { accounts, teamMembers, teams, users } from '../database/schema.ts'
import type { EventDefinition } from '../event/model.ts'
import { takenBack } from '../limits/limits.ts'
import { claimTeamName } from '../names/claims.ts'
import { newJoinToken } from '../names/join-token.ts'
import { readName } from '../names/names.ts'
import { Refusal } from '../refusal.ts'
import { addMember } from './add-member.ts'
import type { Handlers } from './context.ts'
import { requireNotOver, requireNotStarted } from './rules.ts'

export const teamHandlers: Handlers<'createTeam' | 'joinTeam' | 'getTeam' | 'leaveTeam'> = {
  async createTeam({ database, event, member, body, now, directory }) {
    requireTeamMode(event.current)
    requireNotOver(event.current, now)
    if (member.teamId) throw inTeamAlready()
    const read = readName(body.name)
    if (!read) throw unreadableName()
    const { text: name, keys } = read
    const id = randomUUID()
    const row = { id, name, joinToken: newJoinToken(), createdAt: now }
    try {
      await database.once(async tx => {
        await tx.insert(teams).values(row)
        await claimTeamName(tx, id, keys)
        await tx.insert(accounts).values({ id, displayName: name, createdAt: now })
        const founder = { userId: member.user.id, teamId: id, place: 1, joinedAt: now }
        await tx.insert(teamMembers).values(founder)
        await directory.userChanges(tx, member.user.id, id)
      })
    } catch (error) {
      const constraint = violatedConstraint(error)
      if (constraint?.includes('team_names'))
        throw new Refusal('TEAM_NAME_TAKEN', 'there is a team whose name looks like this one')
      if (constraint?.includes('team_members')) throw inTeamAlready()
      throw error
    } finally {
      directory.forgetUser(member.user.id, id)
    }
    return undefined
  },

  async joinTeam({ database, event, member, body, now, address, directory, limits }) {
    requireTeamMode(event.current)
    requireNotOver(event.current, now)
    if (member.teamId) throw inTeamAlready()
    const attempt = await limits.attempt('joinToken', member.user.id, address)
    const invalid = () => new Refusal('TEAM_JOIN_TOKEN_INVALID', 'no team has this token')
    const hasToken = eq(teams.joinToken, body.joinToken)
    const found = database.db.select().from(teams).where(hasToken)
    const [team] = await found.catch(takenBack(attempt))
    if (!team) throw invalid()
    await attempt.takeBack()

    const size = event.current.teamSize
    const userId = member.user.id
    const joining = { userId, teamId: team.id, size, now }
    const result = await addMember(database, directory, joining).finally(() =>
      directory.forgetUser(userId, team.id),
    )
    if (result === 'full') throw new Refusal('TEAM_FULL', 'the team is full')
    if (result === 'inTeam') throw inTeamAlready()
    if (result === 'noTeam') throw invalid()
    return undefined
  },

  async getTeam({ database, event, member, scores }) {
    const [team] = member.teamId
      ? await database.db.select().from(teams).where(eq(teams.id, member.teamId))
      : []
    if (!team) throw new Refusal('NO_TEAM', 'you are in no team')
    const results = scores.byMember(team.id)
    const members = await membersOf(database, team.id)
    return {
      id: team.id,
      name: team.name,
      joinToken: team.joinToken,
      maxSize: event.current.teamSize,
      members: members.map(one => ({ ...one, ...(results.get(one.userId) ?? noResult) })),
    }
  },

  async leaveTeam({ database, event, member, params, now, directory, scores }) {
    const { teamId, userId } = params
    // An unknown team and another team give the same refusal, so nobody learns whether a team exists.
    const notYours = () => new Refusal('NOT_FOUND', 'you are in no team of this id')
    if (!member.teamId || teamId !== member.teamId) throw notYours()
    if (userId !== member.user.id)
      throw new Refusal('USER_NOT_TEAM_MEMBER', 'you can take only yourself out of your team')
    requireNotStarted(event.current, now)
    const isMembership = and(eq(teamMembers.userId, userId), eq(teamMembers.teamId, teamId))
    const ended = await database
      .once(async tx => {
        const left = await tx.delete(teamMembers).where(isMembership).returning()
        if (left.length === 0) throw notYours()
        await directory.userChanges(tx, userId, teamId)
        // The database deletes a team with its last member.
        const rest = await tx.select({ id: teams.id }).from(teams).where(eq(teams.id, teamId))
        return rest.length === 0 ? scores.deleted(tx, teamId) : null
      })
      .finally(() => directory.forgetUser(userId, teamId))
    ended?.()
    return undefined
  },
}

const noResult = { points: 0, solves: 0 }

function requireTeamMode({ teamMode }: EventDefinition): void {
  if (!teamMode) throw new Refusal('NOT_FOUND', 'this event has no teams')
}

const inTeamAlready = () => new Refusal('VALIDATION_FAILED', 'you are in a team already')

const unreadableName = () =>
  new Refusal(
    'VALIDATION_FAILED',
    'name: use letters of one script, digits, signs and emoji, and nothing that cannot be seen',
  )

function membersOf({ db }: Database, teamId: string) {
  return db
    .select({ userId: users.id, username: users.username })
    .from(teamMembers)
    .innerJoin(users, eq(users.id, teamMembers.userId))
    .where(eq(teamMembers.teamId, teamId))
    .orderBy(sql`lower(${users.username})`, users.id)
}
