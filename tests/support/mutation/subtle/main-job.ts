import { inFile, type SubtleFault } from './fault.ts'

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
const homeSetup = inFile('home', 'home/setup')
const scoreGroup = inFile('home', 'home/score-group')

/** Faults of sign-in, network, home, challenge and desktop page. */
export const mainJobFaults: readonly SubtleFault[] = [
  submission(
    'two actions swapped: the draft is stored before it is cleared',
    "accepted: { id: 'accepted', entry: ['clear', 'storeDraft', 'notifyAccepted'] }",
    "accepted: { id: 'accepted', entry: ['storeDraft', 'clear', 'notifyAccepted'] }",
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
    "exit: 'notifyParent'",
    "entry: 'notifyParent'",
  ),
  instanceSetup(
    'stale context: the first stats are kept',
    'keepStats: assign((_, stats: AccountStats) => ({ stats })),',
    'keepStats: assign(({ context }, stats: AccountStats) => ({ stats: context.stats ?? stats })),',
  ),
  instanceSetup(
    'an environment is started while the event is paused',
    '      !context.facts.isPaused &&\n',
    '',
  ),
  instanceSetup(
    'a read during a change: the abort is forgotten',
    "      stateIn('#sendingAbort'),\n",
    '',
  ),
  flugzeugSetup(
    'a forgotten refetch: after a reset nothing is read',
    "stateIn({ desktop: { changing: { resetting: 'sending' } } })",
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
    'flag: trimPasted(context.draft)',
    'flag: context.draft',
  ),
  submission(
    'a lock that is released too early: typing ends the wait',
    `'flag.typed': {
              actions:`,
    `'flag.typed': {
              target: 'idle',
              actions:`,
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
    'a delay that does not grow',
    'Math.min(1000 * 2 ** (context.failures - 1), MAX_SIGN_IN_DELAY)',
    'Math.min(1000 * context.failures, MAX_SIGN_IN_DELAY)',
  ),
  session(
    'an action at the wrong end: the token is used until the user is signed out',
    `    signingOut: {
      entry: 'forgetSession',`,
    `    signingOut: {
      exit: 'forgetSession',`,
  ),
  network(
    'the oldest request always tries the network, also if only this one is stopped',
    'const next = queue.find(id => id > probe) ?? queue[0]',
    'const next = queue[0]',
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
    'return pinned !== null && withoutFragment(pinned) === withoutFragment(url) ? pinned : url',
    'return pinned ?? url',
  ),
  membership(
    'context of the last question is kept: another team is left than the user was asked about',
    'keepMembership: assign((_, membership: Membership) => ({ membership })),',
    `keepMembership: assign(({ context }, membership: Membership) => ({
      membership: context.membership ?? membership,
    })),`,
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
  scoreGroup(
    'a password is sent for a group without one',
    'password: chosenGroup(context)?.isPasswordProtected ? context.drafts.password : null,',
    'password: context.drafts.password || null,',
  ),
  homeSetup(
    'the drafts from before the last key are stored',
    "enqueue.sendTo('homeDraftStore', stored(drafts))",
    "enqueue.sendTo('homeDraftStore', stored(context.drafts))",
  ),
  homeSetup(
    'stale context: the second wait ends when the first one did',
    'waitUntil: waitAfter(context.clock, outcome),',
    'waitUntil: context.waitUntil || waitAfter(context.clock, outcome),',
  ),
  inFile('home', 'home/team')(
    'a team name is sent with the spaces around it',
    'name: context.drafts.teamName.trim()',
    'name: context.drafts.teamName',
  ),
  scoreGroup(
    'an action on the sibling transition: a wrong password has the account read',
    "{ guard: wasRefusedAs('SCORE_GROUP_WRONG_PASSWORD'), target: '#wrongPassword' },",
    "{ guard: wasRefusedAs('SCORE_GROUP_WRONG_PASSWORD'), target: '#wrongPassword', actions: 'notifyParent' },",
  ),
  instanceRequests(
    'a change does not say what was there before it',
    'before: context.reading.data,',
    'before: undefined,',
  ),
  instance(
    'an empty answer outside of play time erases what is known',
    '({ ...context.reading, isFetching: false })',
    '({ ...context.reading, data: null, isFetching: false })',
  ),
  instance(
    'stats that end the limit are not kept',
    `                'stats.changed': {
                  target: 'idle',
                  actions: { type: 'keepStats', params: ({ event }) => event.stats },
                },`,
    "                'stats.changed': { target: 'idle' },",
  ),
  instanceSetup(
    'a challenge that is gone may be started',
    'detail && detail.canBeStarted !== false',
    'detail?.canBeStarted !== false',
  ),
  session(
    'failures are counted on after a sign-in',
    '              failures: 0,\n              signedInAt',
    '              signedInAt',
  ),
  sessionSetup(
    'a step of the sign-in is taken for the page to return to',
    'isSignInStep(path) ? {} : { returnTo: safePath(path) }',
    '({ returnTo: safePath(path) })',
  ),
  sessionSetup('a session is renewed too late', 'RENEWAL_LEAD = 60_000', 'RENEWAL_LEAD = 6_000'),
  session(
    'the sign-in does not hear how often it has failed',
    'failures: context.failures }),',
    'failures: 0 }),',
  ),
  flugzeug(
    'a desktop takes the keyboard from somebody who types',
    "'desktop.connected': { target: 'outside', actions: 'offerFocus' }",
    "'desktop.connected': { target: 'outside', actions: 'giveFocus' }",
  ),
  flugzeugSetup(
    'the failure of the last visit is shown',
    `      frameUrl: null,
      changeFailure: null,
    })),`,
    `      frameUrl: null,
    })),`,
  ),
  flugzeugSetup(
    'the waiting text of the last change goes on',
    'data?.status === before.reading.data?.status ? before.waitingPolls + 1 : 0',
    'before.waitingPolls + 1',
  ),
  inFile('flugzeug', 'flugzeug/requests')(
    'a page that is closed has a frame after a change',
    "{ target: '#idle', actions: 'dropFrame' }",
    "{ target: '#idle' }",
  ),
  network(
    'requests are sent in the order in which they failed',
    '[...new Set([...ids, id])].sort((a, b) => a - b)',
    '[...new Set([...ids, id])]',
  ),
  resource('polls that are all late by a tenth', '(0.9 + 0.2 * context.random())', '(0.9 + 0.2)'),
  resource(
    'every challenge reads the same',
    'input: ({ context }) => context.subject,',
    'input: undefined,',
  ),
  submission(
    'a flag that was known is celebrated',
    "{ type: 'flag.known' }",
    "{ type: 'flag.accepted' }",
  ),
  membership(
    'a refetch forgotten after a failure',
    "target: 'asking.failed', actions: 'notifyParent' }",
    "target: 'asking.failed' }",
  ),
]
