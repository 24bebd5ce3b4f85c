import { eq } from 'drizzle-orm'
import type { Bus } from '../bus.ts'
import type { CurrentEvent } from '../current-event.ts'
import type { Database } from '../database/database.ts'
import { teamMembers } from '../database/schema.ts'

interface AccountOfOptions {
  database: Pick<Database, 'db'>
  bus: Bus
  event: CurrentEvent
}

/** The id of the account that a user plays for; null: none. */
export type AccountOf = (userId: string) => Promise<string | null>

/** Finds accounts of users. They stay in memory, because each desktop asks every second, and few users change their team. */
export function createAccountOf({ database, bus, event }: AccountOfOptions): AccountOf {
  const accounts = new Map<string, Promise<string | null>>()
  bus.on('user.changed', id => void accounts.delete(id))
  bus.onLoss(() => accounts.clear())

  async function findAccount(userId: string): Promise<string | null> {
    const isMember = eq(teamMembers.userId, userId)
    const [row] = await database.db.select().from(teamMembers).where(isMember)
    return row?.teamId ?? null
  }

  return function accountOf(userId) {
    if (!event.current.teamMode) return Promise.resolve(userId)
    const known = accounts.get(userId)
    if (known) return known
    const asked = findAccount(userId)
    accounts.set(userId, asked)
    // A user without an account may have one soon.
    const forget = () => accounts.get(userId) === asked && accounts.delete(userId)
    asked.then(account => account === null && forget(), forget)
    return asked
  }
}
