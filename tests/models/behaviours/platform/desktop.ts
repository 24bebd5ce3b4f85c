import { statusOf } from '../../../../platform/desktop/desktop.ts'
import type { platformDesktopMachine } from '../../../../platform/desktop/machine.ts'
import { DesktopStartError } from '../../../../platform/desktop/start-error.ts'
import type { FlugzeugErrorCause } from '../../../../src/api/contract.ts'
import { behaviourOf, each, oneAtATime } from '../../harness/behaviour.ts'
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

/** The time that is left for a desktop of an earlier platform. */
export const leftMs = 40_000
export const id = 'desktop'

type Status =
  | 'provisioning'
  | 'starting'
  | 'running'
  | 'stopping'
  | 'removing'
  | 'stopped'
  | 'error'

interface Known extends LeaseKnown {
  readonly status: Status | 'removed'
  /** The token by which team mates may watch. */
  readonly view: string | null
  /** Why the desktop is in error: for its user, and for the log. */
  readonly failure: { readonly code: FlugzeugErrorCause; readonly reason: string } | null
}

const begins: Known = { ...leaseBegins, status: 'stopped', view: null, failure: null }
const isOneOf =
  (...all: readonly Known['status'][]) =>
  ({ status }: Known) =>
    all.includes(status)
const runs = isOneOf('running')

/** What the driver does meanwhile. */
const effects: Partial<Record<Known['status'], string>> = {
  provisioning: 'provision',
  starting: 'start',
  stopping: 'stop',
  removing: 'remove',
}
const rests = (status: Known['status']): Partial<Known> => ({ ...noLease, status, view: null })
/** Changes the status: another effect replaces the one under way. */
const becomes = (status: Status) => ({
  see({ status: before }: Known) {
    const [old, next] = [effects[before], effects[status]]
    return [...(old ? [drops(old)] : []), ...(next ? [asks(next, id)] : [])]
  },
  learn: () => rests(status),
})
/** Changes the status after its effect has ended. */
const goesOn = (status: Status) => ({
  see: () => [asks(effects[status] ?? '', id)],
  learn: () => rests(status),
})

const fails = (code: FlugzeugErrorCause, error: unknown): Partial<Known> => ({
  ...rests('error'),
  failure: { code, reason: (error as Error).message },
})

export const platformDesktopBehaviour = behaviourOf<typeof platformDesktopMachine, Known>({
  begins,
  sentences: {
    'A new desktop is made first.': {
      on: 'it begins',
      if: (_, input) => input === 0,
      ...goesOn('provisioning'),
    },
    'One that still runs goes on until its end, and anyone who watches may go on, too.': {
      on: 'it begins',
      if: (_, input) => input === 2,
      learn: (_known, _input, now) => ({
        ...until(now + leftMs, now),
        status: 'running',
        view: 'left',
      }),
    },
    'What is made is started.': { on: 'provision answers', ...goesOn('starting') },
    'What has started runs for its time, at most to the end of the event.': {
      on: 'start answers',
      learn: (known, _, now) => ({ ...begun(known, now), status: 'running', failure: null }),
    },
    'A start that fails says why.': {
      on: 'start fails',
      learn: (_, error) => fails(error instanceof DesktopStartError ? error.code : 'start', error),
    },
    'So does a desktop that cannot be made.': {
      on: 'provision fails',
      learn: (_, error) => fails('start', error),
    },
    'What is stopped can be started again.': {
      on: 'stop answers',
      learn: () => rests('stopped'),
    },
    'What is deleted is gone.': { on: 'remove answers', learn: () => rests('removed') },
    ...each(
      ['stop fails', 'remove fails'] as const,
      on => `A driver that cannot end it leaves it in error: ${on}.`,
      () => ({ learn: (_: Known, error: unknown) => fails('ended', error) }),
    ),
    'It is started.': {
      on: 'desktop.start',
      if: isOneOf('stopped', 'error'),
      ...goesOn('starting'),
    },
    'It is stopped. A start is given up for that.': {
      on: 'desktop.stop',
      if: isOneOf('starting', 'running', 'error'),
      ...becomes('stopping'),
    },
    'Whatever it does, it can be deleted.': {
      on: 'desktop.reset',
      if: ({ status }) => status !== 'removing',
      ...becomes('removing'),
    },
    'It is extended in its last part only.': {
      on: 'desktop.extend',
      if: (known, _, now) => canExtend(known, now),
      learn: extended,
    },
    'A session that ends by itself leaves it stopped.': {
      on: 'session.ended',
      if: (known, { reason }) => runs(known) && reason === null,
      learn: () => rests('stopped'),
    },
    'One that fails says why.': {
      on: 'session.ended',
      if: (known, { reason }) => runs(known) && reason !== null,
      learn: (_, { reason, code }) => fails(code ?? 'ended', new Error(`${reason}`)),
    },
    'Team mates may watch what runs, by one link at a time.': {
      on: 'view.begin',
      if: known => runs(known) && known.view === null,
      learn: (_, { token }) => ({ view: token }),
    },
    'Nobody watches any longer.': {
      on: 'view.end',
      if: runs,
      learn: () => ({ view: null }),
    },
    ...leaseSentences,
    ...endOfTime(goesOn('stopping')),
  },
  shows: {
    'its status on the wire': [
      statusOf,
      ({ status }) => {
        if (status === 'removing') return 'stopping'
        return status === 'removed' ? 'stopped' : status
      },
    ],
    'when it stops': [({ context }) => context.stopAt, ({ stopAt }) => stopAt],
    'by which link it is watched': [({ context }) => context.view, ({ view }) => view],
    'why it is in error': [
      snapshot => (statusOf(snapshot) === 'error' ? snapshot.context.failure : null),
      ({ status, failure }) => (status === 'error' ? failure : null),
    ],
  },
  offers: { 'desktop.extend': canExtend },
  always: {
    'The driver does one thing at a time.': oneAtATime(['provision', 'start', 'stop', 'remove']),
  },
})
