import { createHash } from 'node:crypto'
import { lt } from 'drizzle-orm'
import {
  type RateLimiterAbstract,
  RateLimiterDrizzle,
  RateLimiterMemory,
  RateLimiterRes,
} from 'rate-limiter-flexible'
import type { Database } from '../database/database.ts'
import { attempts } from '../database/schema.ts'
import { Refusal } from '../refusal.ts'
import { networkOf } from './addresses.ts'

/** How many wrong attempts are allowed within `seconds`, for one account and one network address. */
export interface LimitRule {
  perAccount: number
  perAddress: number
  seconds: number
}

export type CountedAction = 'flag' | 'joinToken' | 'groupPassword' | 'signIn'
export interface LimitRules extends Record<CountedAction, LimitRule> {
  /** Requests of the sign-in pages. Each of them stores something for a while. */
  visit: Omit<LimitRule, 'perAccount'>
  /** Calls of those who are not signed in, where the answer costs something. */
  look: Omit<LimitRule, 'perAccount'>
  /** A user's calls that change something. Each call with an idempotency key leaves a row for a day. */
  change: Omit<LimitRule, 'perAddress'>
}

/** Many teams may share one address, for example at a school or a conference. */
export const defaultLimits: LimitRules = {
  flag: { perAccount: 30, perAddress: 600, seconds: 60 },
  joinToken: { perAccount: 10, perAddress: 120, seconds: 60 },
  groupPassword: { perAccount: 10, perAddress: 120, seconds: 60 },
  signIn: { perAccount: 10, perAddress: 200, seconds: 60 },
  visit: { perAddress: 1000, seconds: 60 },
  look: { perAddress: 600, seconds: 60 },
  change: { perAccount: 600, seconds: 60 },
}

export interface Limits {
  /**
   * Counts an attempt before it is checked, so that many at once cannot exceed the limit.
   *
   * @returns takes the attempt back; call it if the attempt was right
   * @throws Refusal with the seconds to wait
   */
  attempt(action: CountedAction, account: string, address: string): Promise<() => Promise<void>>
  /**
   * Counts a visit of the sign-in by its network address, in this process only.
   *
   * @throws Refusal with the seconds to wait
   */
  visit(address: string): Promise<void>
  /**
   * Counts a call of somebody who is not signed in, in this process only.
   *
   * @throws Refusal with the seconds to wait
   */
  look(address: string): Promise<void>
  /**
   * Counts a change of a user.
   *
   * @throws Refusal with the seconds to wait
   */
  change(userId: string): Promise<void>
  /** Deletes expired attempts. */
  sweep(): Promise<void>
}

/**
 * Counts in the database if replicas share it, so that all together allow no more than one. Otherwise
 * counts in memory.
 *
 * @param database null: counts in memory
 */
export function createLimits(
  { visit, look, change, ...rules }: LimitRules,
  database: Database | null,
): Limits {
  const shared = database?.kind === 'postgres' ? database.db : null
  const counter = (keyPrefix: string, points: number, duration: number): RateLimiterAbstract =>
    shared
      ? new RateLimiterDrizzle({
          ...{ storeClient: shared, schema: attempts, keyPrefix, points, duration },
          // `sweep` does it for all counters at once.
          clearExpiredByTimeout: false,
        })
      : new RateLimiterMemory({ keyPrefix, points, duration })
  const counters = Object.fromEntries(
    Object.entries(rules).map(([action, { perAccount, perAddress, seconds }]) => [
      action,
      {
        account: counter(`${action} account`, perAccount, seconds),
        address: counter(`${action} address`, perAddress, seconds),
      },
    ]),
  )

  const changes = counter('change', change.perAccount, change.seconds)
  const visits = new RateLimiterMemory({ points: visit.perAddress, duration: visit.seconds })
  const looks = new RateLimiterMemory({ points: look.perAddress, duration: look.seconds })

  return {
    visit: address => consume(visits, networkOf(address)),
    look: address => consume(looks, networkOf(address)),
    change: userId => consume(changes, userId),

    async attempt(action, account, address) {
      const counter = counters[action]
      if (!counter) throw new Error(`no limit for ${action}`)
      const [one, network] = [accountKey(account), networkOf(address)]
      await consume(counter.account, one)
      try {
        await consume(counter.address, network)
      } catch (error) {
        await counter.account.reward(one)
        throw error
      }
      return async () => {
        await Promise.all([counter.account.reward(one), counter.address.reward(network)])
      }
    },

    async sweep() {
      await shared?.delete(attempts).where(lt(attempts.expire, new Date()))
    },
  }
}

/** A hash, because a name may have any length, and because names are not stored here. */
const accountKey = (account: string) => createHash('sha256').update(account).digest('base64url')

async function consume(counter: RateLimiterAbstract, key: string): Promise<void> {
  try {
    await counter.consume(key)
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error
    const longest = counter.duration
    // The clock was set back, so the wait seems too long. It starts anew.
    if (error.msBeforeNext > longest * 1000) await counter.set(key, error.consumedPoints, longest)
    const wait = Math.min(longest, Math.max(1, Math.ceil(error.msBeforeNext / 1000)))
    throw new Refusal('UNKNOWN', `too many attempts: try again in ${wait} s`, wait)
  }
}
