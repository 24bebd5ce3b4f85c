import type { SubtleFault } from './fault.ts'

const inPlatform =
  (machine: string, file: string) =>
  (what: string, find: string, replace: string): SubtleFault => ({
    machine,
    what,
    find,
    replace,
    file: `platform/${file}.ts`,
  })

const lease = inPlatform('lease', 'environments/lease')
const desktop = inPlatform('platform-desktop', 'desktop/machine')
const terms = (machine: string) => inPlatform(machine, 'runtime/lease-terms')

/** Faults of the platform's machines. */
export const platformFaults: readonly SubtleFault[] = [
  lease(
    'stale context: an environment that is started again gets the rest of the old time',
    "entry: 'forgetFound',\n",
    '',
  ),
  lease(
    'an environment that ended by itself is shown as running until its place is free',
    "exit: 'withdraw',\n",
    '',
  ),
  lease(
    'an environment that is stopped while it starts frees its slot before it is down',
    'on: stops,\n    },\n    running',
    "on: { ...stops, 'lease.stop': 'releasing' },\n    },\n    running",
  ),
  lease(
    'a time of the wrong unit: an engine that fails is asked again at once',
    'const retryMs = 2000',
    'const retryMs = 2',
  ),
  lease(
    'the account reads that what used too much memory ended by itself',
    "({ reason, end: excess ?? 'exited' })",
    "({ reason, end: excess ? 'exited' : 'exited' })",
  ),
  lease(
    'anyone who stops an environment reads that its time was over',
    "...stops,\n        'lease.restart'",
    "...stops,\n        'lease.stop': { target: 'stopping', actions: 'keepTimeOver' },\n        'lease.restart'",
  ),
  lease(
    'a timer that is not begun again: an earlier end of the event is noticed late',
    "'terms.changed': { target: 'leased', reenter: true, actions: 'curtail' },",
    "'terms.changed': { actions: 'curtail' },",
  ),
  terms('lease')(
    'off by one side: it can be extended until its last part begins',
    'from <= lease.now()',
    'from >= lease.now()',
  ),
  terms('lease')(
    'an extension counts from now, so it takes time away',
    '(stopAt ?? now()) + terms().extensionMs',
    'now() + terms().extensionMs',
  ),
  desktop(
    'a desktop that is stopped keeps its link: who has it watches the next session',
    "exit: ['endLease', 'endView'],",
    "exit: ['endLease'],",
  ),
  desktop(
    'a second link replaces the first one',
    "guard: 'isUnshared',\n          actions: { type: 'keepView'",
    "actions: { type: 'keepView'",
  ),
  desktop(
    'a session that its user has ended is an error',
    'isFailure: (_, reason: string | null) => reason !== null,',
    'isFailure: () => true,',
  ),
  desktop(
    'a desktop that is deleted is deleted once more by a second click',
    "      on: { 'desktop.reset': undefined },\n",
    '',
  ),
  desktop(
    'the reason of a start that failed is lost',
    'code: startCauseOf(error),',
    "code: 'start' as const,",
  ),
  terms('platform-desktop')(
    'a lease that begins late outlasts the event',
    'Math.min(now() + terms().lifetimeMs, terms().end)',
    'now() + terms().lifetimeMs',
  ),
]
