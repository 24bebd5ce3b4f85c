import { EnvironmentStartError } from '../../../../platform/environments/driver.ts'
import { instanceOfLease } from '../../../../platform/environments/instance.ts'
import type { leaseMachine } from '../../../../platform/environments/lease.ts'
import type { Endpoint, EndReason } from '../../../../src/api/contract.ts'
import { START } from '../../../support/time.ts'
import { behaviourOf, neverCancelled, oneAtATime } from '../../harness/behaviour.ts'
import { asks, drops } from '../../harness/sights.ts'
import {
  begun,
  canExtend,
  endOfTime,
  extended,
  type LeaseKnown,
  leaseBegins,
  leaseSentences,
  noLease,
  until,
} from './terms.ts'

export const endpoints = [{ ip: '127.0.0.1', port: 4000, protocol: 'tcp', title: '' }]
/** An environment that was found runs for a second more. */
export const foundUntil = START + 1_000

interface Known extends LeaseKnown {
  /** The effect under way, or the one that is repeated later. */
  readonly effect: 'bringUp' | 'bringDown' | 'release' | null
  readonly againAt: number | null
  readonly isRestarting: boolean
  readonly endpoints: readonly Endpoint[]
  readonly failure: string | null
  readonly end: EndReason | null
}

const begins: Known = {
  ...leaseBegins,
  effect: null,
  againAt: null,
  isRestarting: false,
  endpoints: [],
  failure: null,
  end: null,
}
const runs = ({ stopAt }: Known) => stopAt !== null
const idle = { ...noLease, endpoints: [], againAt: null }

const does = (effect: NonNullable<Known['effect']>) => ({
  see: () => [asks(effect)],
  learn: (): Partial<Known> => ({ ...idle, effect }),
})
const isUnderWay = (known: Known, effect: Known['effect']) =>
  known.effect === effect && known.againAt === null

/** Records what the driver reported, and what the account is shown of it. */
const failed = (failure: string, end: EndReason) => ({ ...does('release').learn(), failure, end })
const stopsIt = (known: Known) => [
  ...(isUnderWay(known, 'bringUp') ? [drops('bringUp')] : []),
  ...(known.isRestarting && isUnderWay(known, 'bringDown') ? [drops('bringDown')] : []),
  asks('bringDown'),
]
const again = (known: Known, now: number) => ({ ...known, againAt: now + 2_000 })

/** The environment's state on the wire. */
const wireState = (known: Known) => {
  if (runs(known)) return 'running'
  if (known.effect === 'bringUp' || known.isRestarting) return 'starting'
  return known.effect === null ? 'not-running' : 'stopping'
}

export const leaseBehaviour = behaviourOf<typeof leaseMachine, Known>({
  begins,
  sentences: {
    'A new environment is brought up.': {
      on: 'it begins',
      if: (_, input) => input === 0,
      ...does('bringUp'),
    },
    'One that still runs goes on until its end.': {
      on: 'it begins',
      if: (_, input) => input === 1,
      learn: (_known, _input, now) => ({ ...until(foundUntil, now), endpoints }),
    },
    'One that runs without an end gets the time of a new one.': {
      on: 'it begins',
      if: (_, input) => input === 2,
      learn: (known, _, now) => ({ ...begun(known, now), endpoints }),
    },
    'What is up runs for its time, at most to the end of the event.': {
      on: 'bringUp answers',
      learn: (known, answer, now) => ({ ...begun(known, now), endpoints: answer, effect: null }),
    },
    'What does not start frees its slot, and its account learns why.': {
      on: 'bringUp fails',
      see: () => [asks('release')],
      learn: (_, error) =>
        failed(
          (error as Error).message,
          (error instanceof EnvironmentStartError && error.excess) || 'notStarted',
        ),
    },
    'It is brought down, no matter who stops it. A start is given up for that.': {
      on: 'lease.stop',
      if: known => runs(known) || isUnderWay(known, 'bringUp') || known.isRestarting,
      see: stopsIt,
      learn: () => ({ ...does('bringDown').learn(), isRestarting: false }),
    },
    'So it is if the organisers stop it, and its account learns that.': {
      on: 'lease.revoke',
      if: known => runs(known) || isUnderWay(known, 'bringUp') || known.isRestarting,
      see: stopsIt,
      learn: () => ({ ...does('bringDown').learn(), isRestarting: false, end: 'revoked' }),
    },
    'A restart brings it down first.': {
      on: 'lease.restart',
      if: runs,
      see: () => [asks('bringDown')],
      learn: () => ({ ...does('bringDown').learn(), isRestarting: true }),
    },
    'Then it is brought up with a new time.': {
      on: 'bringDown answers',
      if: ({ isRestarting }) => isRestarting,
      see: () => [asks('bringUp')],
      learn: () => ({ ...does('bringUp').learn(), isRestarting: false }),
    },
    'What is down frees its slot.': {
      on: 'bringDown answers',
      if: ({ isRestarting }) => !isRestarting,
      ...does('release'),
    },
    'An engine that fails is asked again after 2 s.': {
      on: 'bringDown fails',
      learn: (known, _, now) => again(known, now),
    },
    'So is a database.': { on: 'release fails', learn: (known, _, now) => again(known, now) },
    'That delay is none of the clock.': {
      on: 'jump',
      learn: ({ againAt }, ms) => ({ againAt: againAt && againAt + ms }),
    },
    'Then it is asked.': {
      on: 'time',
      due: ({ againAt }) => againAt,
      see: ({ effect }) => (effect ? [asks(effect)] : []),
      learn: () => ({ againAt: null }),
    },
    'A free slot is the end.': {
      on: 'release answers',
      learn: () => ({ effect: null }),
    },
    'What ends by itself frees its slot, and its account learns why.': {
      on: 'environment.ended',
      if: runs,
      see: () => [asks('release')],
      learn: (_, { reason, excess }) => failed(reason, excess ?? 'exited'),
    },
    'It is extended in its last part only.': {
      on: 'lease.extend',
      if: (known, _, now) => canExtend(known, now),
      learn: extended,
    },
    ...leaseSentences,
    ...endOfTime({
      see: () => [asks('bringDown')],
      learn: (): Partial<Known> => ({ ...does('bringDown').learn(), end: 'timeOver' }),
    }),
  },
  shows: {
    'its state on the wire': [snapshot => instanceOfLease(snapshot).state, wireState],
    'when it stops': [({ context }) => context.stopAt, ({ stopAt }) => stopAt],
    'where it is reached': [({ context }) => context.endpoints, known => known.endpoints],
    'to the organiser why it ended': [({ context }) => context.failure, ({ failure }) => failure],
    'to its account why it ended': [({ context }) => context.end, ({ end }) => end],
  },
  offers: { 'lease.extend': canExtend },
  always: {
    'One effect at a time is under way.': oneAtATime(['bringUp', 'bringDown', 'release']),
    'Its slot is never freed by halves.': neverCancelled(['release']),
  },
})
