import { inFile, inMachine, type SubtleFault } from './fault.ts'

const resource = inMachine('resource')
const session = inMachine('session')

/** Faults that no sentence found at first: no answer of a model could show them, or no walk reached them. */
export const unseenFaults: readonly SubtleFault[] = [
  inFile('instance', 'instance/rules')(
    'the environment of this challenge itself counts for the limit',
    ' && !hasChallenge(running, challenge)',
    '',
  ),
  inMachine('hints')(
    'the failure of one hint is shown at the question for the next one',
    'failed: { exit: assign({ failure: null }) },',
    'failed: {},',
  ),
  resource(
    'after a failure it relies on the stream, and is read a minute later',
    'hasStream && failure === null && data',
    'hasStream && data',
  ),
  resource(
    'with a stream, what moves is read as seldom as what does not',
    'if (isAnnouncedByStream) return isMovingNow ? POLL_INTERVAL : Math.max(own, LIVE_INTERVAL)',
    'if (isAnnouncedByStream) return Math.max(own, LIVE_INTERVAL)',
  ),
  resource(
    'an answer that says nothing new is a new one, and all is drawn again',
    'data: share(context.data, answer)',
    'data: answer',
  ),
  session(
    'the sign-in returns to a path of another site',
    'returnTo: ({ event }) => safePath(event.output.returnTo),',
    'returnTo: ({ event }) => event.output.returnTo as never,',
  ),
  session(
    'a sign-in that failed is reported without its reason',
    'input: ({ context }) => context.failure,',
    'input: () => null,',
  ),
  inFile('home', 'home/score-group')(
    'a password that is typed leaves the last one shown as wrong',
    "'password.typed': { target: '.idle', actions: 'keepDraft' },",
    "'password.typed': { actions: 'keepDraft' },",
  ),
  inFile('flugzeug', 'flugzeug/setup')(
    'a desktop that stops is read as seldom as one that runs',
    " || status === 'stopping'",
    '',
  ),
  inFile('instance', 'instance/setup')(
    'an environment that stops is read as seldom as one that runs',
    " || reports(instance, 'stopping'),",
    ',',
  ),
  inFile('home', 'home/score-group')(
    'a single group is not chosen',
    'groups.length === 1 ? ',
    'groups.length === 0 ? ',
  ),
]
