import { eq, isNotNull, or, sql } from 'drizzle-orm'
import type { Database } from '../database/database.ts'
import { violatedConstraint } from '../database/errors.ts'
import { accounts, teamMembers, vpnPeers } from '../database/schema.ts'
import { createKeyPair } from './keys.ts'

export type Peer = typeof vpnPeers.$inferSelect

/** The keys and address of each user who requested them. They never change, until the user is deleted. */
export interface Peers {
  find(userId: string): Promise<Peer | null>
  /**
   * The user's keys and address, created if there are none yet.
   *
   * @param pool IPv4 addresses as CIDR; the first is the platform's, the last stays free
   * @throws when no address of the pool is left
   */
  ensure(userId: string, pool: string, now: Date): Promise<Peer>
  /** The public keys of users whose accounts are banned, and of those who were deleted: they have no private key. */
  banned(teamMode: boolean): Promise<Set<string>>
}

export function createPeers({ db }: Database): Peers {
  const find = async (userId: string) => {
    const [peer] = await db.select().from(vpnPeers).where(eq(vpnPeers.userId, userId))
    return peer ?? null
  }

  return {
    find,
    async banned(teamMode) {
      const rows = await db
        .select({ publicKey: vpnPeers.publicKey })
        .from(vpnPeers)
        .leftJoin(teamMembers, eq(teamMembers.userId, vpnPeers.userId))
        .leftJoin(accounts, eq(accounts.id, teamMode ? teamMembers.teamId : vpnPeers.userId))
        .where(or(isNotNull(accounts.bannedAt), eq(vpnPeers.privateKey, '')))
      return new Set(rows.map(({ publicKey }) => publicKey))
    },
    async ensure(userId, pool, now) {
      const { privateKey, publicKey } = createKeyPair()
      for (;;) {
        const known = await find(userId)
        if (known) return known
        try {
          const made = await db
            .insert(vpnPeers)
            .select(
              sql`select ${userId}, ${privateKey}, ${publicKey}, host(address),
                  null::timestamptz, ${now.toISOString()}::timestamptz
                from (
                  select coalesce(max(ipv4_address::inet), host(network(${pool}::cidr))::inet + 1) + 1
                    as address
                  from ${vpnPeers} where ipv4_address::inet << ${pool}::cidr
                ) next
                where address < host(broadcast(${pool}::cidr))::inet`,
            )
            .returning()
          if (made[0]) return made[0]
          throw new Error(`no address is left in ${pool}: choose a larger vpn.pool in event.yaml`)
        } catch (error) {
          // Another request took the address, or created the user's keys, a moment ago.
          if (violatedConstraint(error) === null) throw error
        }
      }
    },
  }
}
