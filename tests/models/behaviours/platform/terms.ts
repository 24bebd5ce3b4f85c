import type { LeaseTerms } from '../../../../platform/runtime/lease-terms.ts'
import { firstTerms, shorterTerms } from '../../terms.ts'

/** What is known of the time that something may run. */
export interface LeaseKnown {
  readonly terms: LeaseTerms
  /** When it is stopped; null: it does not run. */
  readonly stopAt: number | null
  /** When that must happen: if the end moves into the past, that is noticed at once. */
  readonly dueAt: number | null
  /** Whether the clock has jumped since it was read. */
  readonly hasJumped: boolean
}

export const noLease = { stopAt: null, dueAt: null } as const
export const leaseBegins: LeaseKnown = { ...noLease, terms: firstTerms, hasJumped: false }

export const until = (stopAt: number, now: number) => ({
  stopAt,
  dueAt: Math.max(stopAt, now),
  hasJumped: false,
})

export const begun = ({ terms: { lifetimeMs, end } }: LeaseKnown, now: number) =>
  until(Math.min(now + lifetimeMs, end), now)

/** Whether little time is left, and not because the event ends. */
export const canExtend = ({ stopAt, terms }: LeaseKnown, now: number) =>
  stopAt !== null && stopAt > now && stopAt - now <= terms.extendableInLastMs && stopAt < terms.end

export const extended = ({ stopAt, terms }: LeaseKnown): Partial<LeaseKnown> => {
  const later = Math.min((stopAt ?? 0) + terms.extensionMs, terms.end)
  return { stopAt: later, dueAt: later }
}

export const curtailed = ({ stopAt, terms }: LeaseKnown, now: number): Partial<LeaseKnown> =>
  stopAt === null ? {} : until(Math.min(stopAt, terms.end), now)

/** Sentences of everything that runs for a time. */
export const leaseSentences = {
  'An event that is replaced has other terms.': {
    on: 'meanwhile the event is replaced by a shorter one',
    learn: () => ({ terms: shorterTerms }),
  },
  'The clock may be set while it runs.': {
    on: 'jump',
    learn: () => ({ hasJumped: true }),
  },
  'What runs ends with the event, if that ends earlier now.': {
    on: 'terms.changed',
    learn: (known: LeaseKnown, _: unknown, now: number) => curtailed(known, now),
  },
} as const

/** The clock is read again at least this often. */
const CHECK = 30_000

/** Stops it when its time is over: at that moment, or when a jump of the clock is noticed. */
export const endOfTime = <S extends object>(sentence: S) => ({
  'It is stopped when its time is over.': {
    on: 'time' as const,
    within: 1,
    due: ({ dueAt, hasJumped }: LeaseKnown) => (hasJumped ? null : dueAt),
    ...sentence,
  },
  'After a jump of the clock that is noticed within 30 s.': {
    on: 'time' as const,
    within: CHECK,
    due: ({ dueAt, hasJumped }: LeaseKnown) => (hasJumped ? dueAt : null),
    ...sentence,
  },
})
