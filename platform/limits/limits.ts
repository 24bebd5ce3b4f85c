import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { Refusal } from '../refusal.ts'

/** Wrong attempts within `seconds`, for one account and for one network address. */
export interface LimitRule {
  perAccount: number
  perAddress: number
  seconds: number
}

export type LimitedAction = 'flag' | 'joinToken' | 'groupPassword' | 'signIn'
export type LimitRules = Record<LimitedAction, LimitRule>

/** Many teams may share one address: a school's, a conference's. */
export const defaultLimits: LimitRules = {
  flag: { perAccount: 30, perAddress: 600, seconds: 60 },
  joinToken: { perAccount: 10, perAddress: 120, seconds: 60 },
  groupPassword: { perAccount: 10, perAddress: 120, seconds: 60 },
  signIn: { perAccount: 10, perAddress: 200, seconds: 60 },
}

export interface Limits {
  /**
   * Counts an attempt before it is judged, so that many at once cannot slip through.
   *
   * @returns takes the attempt back: it was right
   * @throws Refusal with the seconds to wait
   */
  attempt(action: LimitedAction, account: string, address: string): Promise<() => Promise<void>>
}

/** Counts in this process's memory: several replicas allow as many times more. */
export function createLimits(rules: LimitRules = defaultLimits): Limits {
  const counters = Object.fromEntries(
    Object.entries(rules).map(([action, { perAccount, perAddress, seconds }]) => [
      action,
      {
        account: new RateLimiterMemory({ points: perAccount, duration: seconds }),
        address: new RateLimiterMemory({ points: perAddress, duration: seconds }),
      },
    ]),
  )

  return {
    async attempt(action, account, address) {
      const counter = counters[action]
      if (!counter) throw new Error(`no limit for ${action}`)
      await consume(counter.account, account)
      try {
        await consume(counter.address, address)
      } catch (error) {
        await counter.account.reward(account)
        throw error
      }
      return async () => {
        await Promise.all([counter.account.reward(account), counter.address.reward(address)])
      }
    },
  }
}

async function consume(counter: RateLimiterMemory, key: string): Promise<void> {
  try {
    await counter.consume(key)
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error
    const wait = Math.max(1, Math.ceil(error.msBeforeNext / 1000))
    throw new Refusal('UNKNOWN', `too many attempts: try again in ${wait} s`, wait)
  }
}
