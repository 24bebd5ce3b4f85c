import { hash } from 'node:crypto'
import { lt } from 'drizzle-orm'
import {
  type RateLimiterAbstract,
  RateLimiterDrizzle,
  RateLimiterMemory,
  RateLimiterRes,
} from 'rate-limiter-flexible'
import type { Database } from '../database/database.ts'
import { attempts } from '../database/schema.ts'
import { networkOf } from '../http/addresses.ts'
import { Refusal } from '../refusal.ts'

/**
 * How many attempts are allowed within `seconds`, for one account and one network address. What `takeBack` takes back
 * does not count.
 */
export interface LimitRule {
  perAccount: number
  perAddress: number
  seconds: number
}

export type CountedAction = 'flag' | 'joinToken' | 'groupPassword'
export interface LimitRules extends Record<CountedAction, LimitRule> {
  /** For an address, only failed attempts count. */
  signIn: LimitRule
  /** New accounts. */
  register: Omit<LimitRule, 'perAccount'>
  /** Requests of the sign-in pages. Each of them stores something for a while. */
  visit: Omit<LimitRule, 'perAccount'>
  /** Calls of visitors whose answers cost something. */
  publicCall: Omit<LimitRule, 'perAccount'>
  /** A user's calls that change something, all of them. Each with an idempotency key leaves a row for a day. */
  change: { perUser: number; seconds: number }
  /** Renewals of tokens by a sign-in account. Each leaves a row for two weeks. */
  renewal: { perAccount: number; seconds: number }
}

/** Many teams may share one address, for example at a school or a conference. */
export const defaultLimits: LimitRules = {
  flag: { perAccount: 30, perAddress: 600, seconds: 60 },
  joinToken: { perAccount: 10, perAddress: 120, seconds: 60 },
  groupPassword: { perAccount: 10, perAddress: 120, seconds: 60 },
  signIn: { perAccount: 10, perAddress: 400, seconds: 60 },
  // At the start of an event, a school may open a thousand accounts within a minute.
  register: { perAddress: 2000, seconds: 600 },
  visit: { perAddress: 3000, seconds: 180 },
  publicCall: { perAddress: 600, seconds: 60 },
  change: { perUser: 600, seconds: 60 },
  // A page renews every 15 minutes.
  renewal: { perAccount: 120, seconds: 60 },
}

/** It counts from its beginning on. */
export interface Attempt {
  /** To be called if it was right, or was not tried: it no longer counts. */
  takeBack(): Promise<void>
}

/**
 * Returns a function for the error that ended an attempt without an answer, such as a full disk. The attempt does not
 * count, because nobody learned anything.
 *
 * @throws that error
 */
export const takenBack =
  (attempt: Attempt) =>
  async (error: unknown): Promise<never> => {
    // What made the check fail may make this fail, too.
    await attempt.takeBack().catch(() => undefined)
    throw error
  }

/** An attempt to sign in. From its beginning on, it counts for its account only. */
export interface SignInAttempt extends Attempt {
  /** The network by which attempts are counted: see `networkOf`. */
  readonly network: string
  /** Whether its network has not had too many failed attempts meanwhile. */
  mayStillTry(): Promise<boolean>
  /** To be called if it was wrong: it counts for the network, too. */
  failed(): Promise<void>
}

export interface Limits {
  /**
   * Counts an attempt before it is checked, so that many at once cannot exceed the limit.
   *
   * @throws Refusal with the seconds to wait
   */
  attempt(action: CountedAction, account: string, address: string): Promise<Attempt>
  /**
   * Counts by the account first: many who share an address may sign in at once.
   *
   * @throws Refusal with the seconds to wait
   */
  signIn(account: string, address: string): Promise<SignInAttempt>
  /**
   * Counts a new account by its network address, before it is made.
   *
   * @throws Refusal with the seconds to wait
   */
  register(address: string): Promise<Attempt>
  /**
   * Counts a visit of the sign-in by its network address, in this process only.
   *
   * @throws Refusal with the seconds to wait
   */
  visit(address: string): Promise<void>
  /**
   * Counts a visitor's call, in this process only.
   *
   * @throws Refusal with the seconds to wait
   */
  publicCall(address: string): Promise<void>
  /**
   * Counts a change of a user.
   *
   * @throws Refusal with the seconds to wait
   */
  change(userId: string): Promise<void>
  /**
   * Counts a renewal of the tokens of a sign-in account.
   *
   * @throws Refusal with the seconds to wait
   */
  renewal(accountId: string): Promise<void>
  /** Deletes expired attempts. */
  sweep(): Promise<void>
}

/**
 * Counts in the database if replicas share it, so that all replicas together allow no more than one would.
 * Otherwise counts in memory.
 *
 * @param database null: counts in memory
 */
export function createLimits(
  { visit, publicCall, change, renewal, register, ...rules }: LimitRules,
  database: Database | null,
): Limits {
  const shared = database?.kind === 'postgres' ? database.db : null
  const counter = (keyPrefix: string, points: number, duration: number): RateLimiterAbstract =>
    shared
      ? new RateLimiterDrizzle({
          storeClient: shared,
          schema: attempts,
          keyPrefix,
          points,
          duration,
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

  const countersOf = (action: CountedAction | 'signIn') => {
    const found = counters[action]
    if (!found) throw new Error(`no limit for ${action}`)
    return found
  }
  const changes = counter('change', change.perUser, change.seconds)
  const renewals = counter('renewal', renewal.perAccount, renewal.seconds)
  const registrations = counter('register', register.perAddress, register.seconds)
  const visits = new RateLimiterMemory({ points: visit.perAddress, duration: visit.seconds })
  const publicCalls = new RateLimiterMemory({
    points: publicCall.perAddress,
    duration: publicCall.seconds,
  })

  return {
    visit: address => consume(visits, networkOf(address)),
    publicCall: address => consume(publicCalls, networkOf(address)),
    change: userId => consume(changes, userId),
    renewal: accountId => consume(renewals, accountId),
    async register(address) {
      const network = networkOf(address)
      await consume(registrations, network)
      return { takeBack: async () => void (await registrations.reward(network)) }
    },

    async signIn(account, address) {
      const { account: ofAccount, address: ofNetwork } = countersOf('signIn')
      const [one, network] = [accountKey(account), networkOf(address)]
      const failures = async () => (await ofNetwork.get(network))?.consumedPoints ?? 0
      const mayStillTry = async () => (await failures()) < ofNetwork.points
      if (!(await mayStillTry())) throw await refusalOf(ofNetwork, network)
      await consume(ofAccount, one)
      return {
        network,
        mayStillTry,
        takeBack: async () => void (await ofAccount.reward(one)),
        failed: async () => void (await ofNetwork.penalty(network)),
      }
    },

    async attempt(action, account, address) {
      const counter = countersOf(action)
      const [one, network] = [accountKey(account), networkOf(address)]
      await consume(counter.account, one)
      try {
        await consume(counter.address, network)
      } catch (error) {
        await counter.account.reward(one)
        throw error
      }
      return {
        async takeBack() {
          await Promise.all([counter.account.reward(one), counter.address.reward(network)])
        },
      }
    },

    async sweep() {
      await shared?.delete(attempts).where(lt(attempts.expire, new Date()))
    },
  }
}

/** A hash, because a name may have any length, and because names are not stored here. */
const accountKey = (account: string) => hash('sha256', account, 'base64url')

async function consume(counter: RateLimiterAbstract, key: string): Promise<void> {
  try {
    await counter.consume(key)
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error
    throw await refusalOf(counter, key, error)
  }
}

async function refusalOf(
  counter: RateLimiterAbstract,
  key: string,
  found?: RateLimiterRes,
): Promise<Refusal> {
  const known = found ?? (await counter.get(key))
  if (known) await limitWait(counter, key, known)
  return tooMany(known, counter)
}

/** If the clock was set back, the wait is longer than any wait of the limit. Then it starts again. */
async function limitWait(counter: RateLimiterAbstract, key: string, known: RateLimiterRes) {
  if (known.msBeforeNext > counter.duration * 1000)
    await counter.set(key, known.consumedPoints, counter.duration)
}

/** The contract has no code for too many attempts. The app knows them by the status 429 and `Retry-After`. */
function tooMany(known: RateLimiterRes | null, { duration }: RateLimiterAbstract): Refusal {
  const wait = Math.min(duration, Math.max(1, Math.ceil((known?.msBeforeNext ?? 0) / 1000)))
  return new Refusal('UNKNOWN', `too many attempts: try again in ${wait} s`, { retryAfter: wait })
}
