import { clockCheckMs } from '../clock.ts'
import type { Lease } from '../event/model.ts'

export interface LeaseTerms extends Lease {
  /** When the event ends every lease, in milliseconds since the epoch. */
  end: number
}

/** What a lease is worked out from; `stopAt` and `now` in milliseconds since the epoch. */
export interface LeaseState {
  /** When the platform stops what is leased; null: it does not run. */
  stopAt: number | null
  now: () => number
  /** A function, since a reload of the event changes the terms. */
  terms: () => LeaseTerms
}

/** @returns when a lease that begins now ends */
export const grantedUntil = ({ now, terms }: LeaseState): number =>
  Math.min(now() + terms().lifetimeMs, terms().end)

/** @returns when a lease that is extended now ends */
export const extendedUntil = ({ stopAt, now, terms }: LeaseState): number =>
  Math.min((stopAt ?? now()) + terms().extensionMs, terms().end)

/** @returns when a lease ends under the terms of now: never later than before */
export const curtailedUntil = ({ stopAt, terms }: LeaseState): number | null =>
  stopAt === null ? null : Math.min(stopAt, terms().end)

/** Whether it is in the last part of its time, and the event goes on after it. */
export function canExtend({ stopAt, now, terms }: LeaseState): boolean {
  const { extendableInLastMs, end } = terms()
  const left = (stopAt ?? 0) - now()
  return left > 0 && left <= extendableInLastMs && stopAt !== null && stopAt < end
}

export const isLeaseOver = ({ stopAt, now }: LeaseState): boolean => (stopAt ?? 0) <= now()

/** How long to wait until the clock is read again, in milliseconds. */
export const untilLeaseCheck = ({ stopAt, now }: LeaseState): number =>
  Math.max(0, Math.min(clockCheckMs, (stopAt ?? 0) - now()))
