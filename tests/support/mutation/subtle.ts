import type { Edit } from '../breakages/edit.ts'

/** A fault that somebody might make, and that the models must find without rules by hand. */
export interface SubtleFault extends Edit {
  /** The machine that is wrong then. */
  readonly machine: string
  readonly what: string
}

const inFile =
  (machine: string, file: string) =>
  (what: string, find: string, replace: string): SubtleFault => ({
    ...{ machine, what, find, replace },
    file: `src/machines/${file}.ts`,
  })

const instance = inFile('instance', 'instance/machine')
const instanceSetup = inFile('instance', 'instance/setup')
const instanceRequests = inFile('instance', 'instance/requests')
const submission = inFile('submission', 'submission/machine')
const session = inFile('session', 'session/machine')
const sessionSetup = inFile('session', 'session/setup')
const flugzeug = inFile('flugzeug', 'flugzeug/machine')
const flugzeugSetup = inFile('flugzeug', 'flugzeug/setup')
const network = inFile('network', 'network/machine')
const resource = inFile('resource', 'resource/machine')
const membership = inFile('membership', 'membership/machine')

/** `npm run mutate -- --subtle` makes each of them, one at a time. */
export const subtleFaults: readonly SubtleFault[] = [
  submission(
    'two actions swapped: the draft is stored before it is cleared',
    "accepted: { id: 'accepted', entry: ['clear', 'storeDraft', 'tellAccepted'] }",
    "accepted: { id: 'accepted', entry: ['storeDraft', 'clear', 'tellAccepted'] }",
  ),
  instance(
    'a poll of 10 min instead of 10 s',
    'interval: POLL_INTERVAL,',
    'interval: 60 * POLL_INTERVAL,',
  ),
  flugzeug(
    'a poll of 10 min instead of 10 s',
    'interval: POLL_INTERVAL,',
    'interval: 60 * POLL_INTERVAL,',
  ),
  instanceRequests(
    'an action moved to the other end: the parent hears of a change when it is sent',
    "exit: 'tellParent'",
    "entry: 'tellParent'",
  ),
  instanceSetup(
    'stale context: the first stats are kept',
    `keepStats: assign(({ event }) =>
      event.type === 'stats.changed' ? { stats: event.stats } : {},`,
    `keepStats: assign(({ context, event }) =>
      event.type === 'stats.changed' ? { stats: context.stats ?? event.stats } : {},`,
  ),
  instanceSetup(
    'a read during a change: the abort is forgotten',
    "      stateIn('#sendingAbort'),\n",
    '',
  ),
  flugzeugSetup(
    'a forgotten refetch: after a reset nothing is read',
    "stateIn({ desktop: { changing: { resetting: 'requesting' } } })",
    "stateIn({ desktop: { changing: 'resetting' } })",
  ),
  session(
    'an answer that comes late is accepted: a renewal goes on after the sign-out',
    "'session.signOut': 'signingOut',",
    "'session.signOut': { target: '.renewing' },",
  ),
  submission(
    'an old count overwrites a new one',
    'Math.max(context.solvedFlags ?? 0, event.solvedFlags)',
    'event.solvedFlags',
  ),
  submission(
    'the flag is sent with the spaces around it',
    'flag: context.draft.trim()',
    'flag: context.draft',
  ),
  submission(
    'a lock that is released too early: typing ends the wait',
    "'flag.typed': { actions: ['keepTyped', 'storeDraft'] } },",
    "'flag.typed': { target: 'idle', actions: ['keepTyped', 'storeDraft'] } },",
  ),
  sessionSetup(
    'a time computed from stale data: the next renewal is when the last one was',
    'renewAt: renewalTime(session, context.now()),',
    'renewAt: context.renewAt || renewalTime(session, context.now()),',
  ),
  sessionSetup(
    'a token that was replaced long ago is taken for the present one',
    `isRejected: ({ context, event }) =>
      event.type === 'session.rejected' && event.accessToken === context.session?.accessToken,`,
    "isRejected: ({ event }) => event.type === 'session.rejected',",
  ),
  sessionSetup(
    'a pause that does not grow',
    'Math.min(1000 * 2 ** (context.failures - 1), LONGEST_PAUSE)',
    'Math.min(1000 * context.failures, LONGEST_PAUSE)',
  ),
  session(
    'an action at the wrong end: the token is used until the user is signed out',
    `    signingOut: {
      entry: 'forgetSession',`,
    `    signingOut: {
      exit: 'forgetSession',`,
  ),
  network(
    'the newest request tries the network instead of the oldest',
    'const oldest = context.queue[0]',
    'const oldest = context.queue.at(-1)',
  ),
  network(
    'requests stay in the queue, and are sent twice after the next outage',
    '      enqueue.assign({ queue: [] })\n',
    '',
  ),
  flugzeug(
    'a message is sent twice',
    "actions: 'giveTicket'",
    "actions: ['giveTicket', 'giveTicket']",
  ),
  inFile('flugzeug', 'flugzeug/frame')(
    'the frame keeps the address of the last desktop',
    'return pinned !== null && placeOf(pinned) === placeOf(desktop.url) ? pinned : desktop.url',
    'return pinned ?? desktop.url',
  ),
  membership(
    'context of the last question is kept: another team is left than the user was asked about',
    `    keepMembership: assign(({ event }) =>
      event.type === 'leave.requested'
        ? { membership: { teamId: event.teamId, userId: event.userId } }
        : {},`,
    `    keepMembership: assign(({ context, event }) =>
      event.type === 'leave.requested'
        ? { membership: context.membership ?? { teamId: event.teamId, userId: event.userId } }
        : {},`,
  ),
  resource(
    'a failure loses the last good answer',
    `                {
                  target: 'failed',
                  actions: assign({ failure: ({ event }) => failureOf(event.error) }),`,
    `                {
                  target: 'failed',
                  actions: assign({ data: undefined, failure: ({ event }) => failureOf(event.error) }),`,
  ),
]
