import { and, eq, isNotNull } from 'drizzle-orm'
import type { Bus } from '../bus.ts'
import type { Database } from '../database/database.ts'
import { accounts } from '../database/schema.ts'
import type { Log } from '../log.ts'
import type { AccountOf } from './account-of.ts'
import type { Desktop } from './desktop.ts'

interface StopBannedOptions {
  database: Pick<Database, 'db'>
  bus: Bus
  /** The desktops that this replica runs, by user. */
  local: ReadonlyMap<string, Pick<Desktop, 'id' | 'isUp' | 'stop'>>
  accountOf: AccountOf
  log: Log
}

/**
 * Stops the desktops of accounts that organisers ban. Homes are kept.
 *
 * @returns looks at all desktops that run here: one may have run on while its account was banned
 */
export function stopBanned(options: StopBannedOptions): () => Promise<void> {
  const { database, bus, local, accountOf, log } = options

  async function isBanned(account: string): Promise<boolean> {
    const isSo = and(eq(accounts.id, account), isNotNull(accounts.bannedAt))
    return (await database.db.select().from(accounts).where(isSo)).length > 0
  }

  async function look(changed?: string): Promise<void> {
    for (const [userId, desktop] of local) {
      if (!desktop.isUp) continue
      const account = await accountOf(userId)
      if (account === null || (changed !== undefined && account !== changed)) continue
      if (!(await isBanned(account))) continue
      log.info({ desktop: desktop.id }, 'its account is banned: it is stopped')
      await desktop
        .stop()
        .catch(error => log.error({ desktop: desktop.id, err: error }, 'it was not stopped'))
    }
  }

  /** Who solves a flag must not wait for it. */
  const lookLater = (changed?: string) =>
    void look(changed).catch(error =>
      log.error({ err: error }, 'looking for desktops of banned accounts failed'),
    )
  bus.on('account.changed', id => lookLater(id))
  bus.onLoss(() => lookLater())
  return look
}
