import { inFile, inMachine, type SubtleFault } from './fault.ts'

const app = inMachine('app')
const data = inFile('app', 'app/data-actions')
const facts = inFile('app', 'app/facts')
const news = inFile('app', 'app/stale-resources')

/** Faults of the root, which joins all others. */
export const appFaults: readonly SubtleFault[] = [
  app(
    'a forgotten refetch: a new token leaves the user of the old one',
    "actions: ['keepToken', sendTo('user', { type: 'resource.refresh' })],",
    "actions: ['keepToken'],",
  ),
  app(
    'stale context: who signs in again sees the page of the last user',
    'assign({ facts: unknownFacts, page: null, stats: undefined })',
    'assign({ facts: unknownFacts, stats: undefined })',
  ),
  app(
    'two actions swapped: the page follows facts that are not shared yet',
    "['shareFacts', 'followPath', 'syncResources', 'enableLive']",
    "['followPath', 'shareFacts', 'syncResources', 'enableLive']",
  ),
  app(
    'the team is read as often as the account',
    "reads('team', TEAM_INTERVAL)",
    "reads('team', POLL_INTERVAL)",
  ),
  data(
    'new points are not a reason to read the challenges while the stream is away',
    'if (!hasStream(self.system)) {',
    'if (hasStream(self.system)) {',
  ),
  data(
    'each answer opens the live stream once more',
    "if (isLoaded(live) ? !live.matches('off') : live.isAsked) return\n",
    '',
  ),
  data(
    'the reminder does not hear that the account has changed',
    "    if (children) enqueue.sendTo(children.reminder, { type: 'account.changed' })\n",
    '',
  ),
  facts(
    'without a team one is ready to play before anybody knows it',
    '(!teamMode || team !== undefined) &&',
    'true &&',
  ),
  facts(
    'desktops of the last score group are still there when none can be used',
    'return canPlay(facts) ? facts : { ...facts, flugzeugEnabled: null }',
    'return facts',
  ),
  news(
    'a solve leaves the submissions of the team as they were',
    "'catalogue', 'team', 'submissions'],\n  hint",
    "'catalogue', 'team'],\n  hint",
  ),
]
