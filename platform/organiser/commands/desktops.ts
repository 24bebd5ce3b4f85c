import { and, eq, notInArray } from 'drizzle-orm'
import { desktops, teamMembers, users } from '../../database/schema.ts'
import type { ChangeContext } from '../command.ts'

/**
 * What a ban says of the desktops that it stops. The replica that runs one stops it when it hears of the ban.
 *
 * @returns a line for all of them, or nothing
 */
export async function stoppedDesktops(
  { tx, event }: Pick<ChangeContext, 'tx' | 'event'>,
  accountId: string,
): Promise<string[]> {
  const account = event.current.teamMode ? teamMembers.teamId : users.id
  const isUp = notInArray(desktops.status, ['stopped', 'stopping', 'error'])
  const rows = await tx
    .select({ username: users.username })
    .from(desktops)
    .innerJoin(users, eq(users.id, desktops.userId))
    .leftJoin(teamMembers, eq(teamMembers.userId, users.id))
    .where(and(eq(account, accountId), isUp))
    .orderBy(users.username)
  const names = rows.map(({ username }) => username).join(', ')
  if (rows.length === 0) return []
  return rows.length === 1
    ? [`the desktop of ${names} will be stopped, and keeps its files`]
    : [`the desktops of ${names} will be stopped, and keep their files`]
}
