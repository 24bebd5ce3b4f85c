import { clockCheckMs } from '../clock.ts'
import type { Lease } from '../event/model.ts'

export interface LeaseTerms extends Lease {
  /** When the event ends every lease, in milliseconds since the epoch. */
  end: number
}

/** What decides the end of a lease; `stopAt` and `now` in milliseconds since the epoch. */
export interface LeaseState {
  /** When the platform stops it; null: it does not run. */
  stopAt: number | null
  now: () => number
  /** A function, since a reload of the event changes the terms. */
  terms: () => LeaseTerms
}

/** @returns when a lease that begins now ends */
export const newLeaseUntil = ({ now, terms }: LeaseState): number =>
  Math.min(now() + terms().lifetimeMs, terms().end)

/** @returns when a lease that is extended now ends */
export const extendedUntil = ({ stopAt, now, terms }: LeaseState): number =>
  Math.min((stopAt ?? now()) + terms().extensionMs, terms().end)

/** @returns when a lease ends if the event ends earlier by now: never later than before */
export const curtailedUntil = ({ stopAt, terms }: LeaseState): number | null =>
  stopAt === null ? null : Math.min(stopAt, terms().end)

/** @returns when its last part begins, in which it can be extended; null: the event ends it, or it does not run */
function extendableFrom({ stopAt, terms }: Omit<LeaseState, 'now'>): number | null {
  const { extendableInLastMs, end } = terms()
  return stopAt === null || stopAt >= end ? null : stopAt - extendableInLastMs
}

/** The same for the wire, from and to ISO 8601. */
export function extendableFromIn(stop: string | null, terms: () => LeaseTerms): string | null {
  const from = extendableFrom({ stopAt: stop === null ? null : Date.parse(stop), terms })
  return from === null ? null : new Date(from).toISOString()
}

export function canExtend(lease: LeaseState): boolean {
  const from = extendableFrom(lease)
  return from !== null && from <= lease.now() && !isLeaseOver(lease)
}

export const isLeaseOver = ({ stopAt, now }: LeaseState): boolean => (stopAt ?? 0) <= now()

/** How long to wait until the clock is read again, in milliseconds. */
export const untilLeaseCheck = ({ stopAt, now }: LeaseState): number =>
  Math.max(0, Math.min(clockCheckMs, (stopAt ?? 0) - now()))
