// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are pieces of source.
import { type Breakage, inFile } from './breakage.ts'
import { corners } from './corners.ts'
import { edges } from './edges.ts'

const calls = ['tests/wire/calls.test.tsx']
const refusals = ['tests/wire/refusals.test.tsx']
const appearance = ['tests/e2e/appearance.spec.ts']

const wiring = (topic: string) => inFile(`src/wiring/${topic}.ts`, refusals)
const inContract = (topic: string) => inFile(`src/api/contract/${topic}.ts`, calls)
const client = inFile('src/api/client/client.ts', ['tests/api/client.test.ts'])
const answers = inFile('src/api/client/answers.ts', ['tests/api/client.test.ts'])
const retryAfter = inFile('src/api/retry-after.ts', ['tests/api/client.test.ts'])
const constants = inFile('src/machines/constants.ts', ['tests/machines/app/intervals.test.ts'])
const facts = inFile('src/domain/facts.ts', [
  'tests/machines/navigation/navigation.test.ts',
  'tests/ui/shell/sidebar.test.tsx',
])
const oidc = inFile('src/api/sign-in/oidc.ts', ['tests/api/oidc.test.ts'])
const rows = inFile('src/domain/scoreboard-rows.ts', ['tests/domain/scoreboard-rows.test.ts'])
const heat = inFile('src/domain/heat.ts', [
  'tests/domain/calendar.test.ts',
  'tests/ui/calendar/calendar.test.tsx',
])
const homeTexts = inFile('src/ui/home/use-home-texts.ts', [
  'tests/ui/home/team-step.test.tsx',
  'tests/ui/home/steps.test.tsx',
])
const instance = ['tests/ui/challenge/instance.test.tsx']
const instancePanel = inFile('src/ui/challenge/instance/instance-panel.tsx', instance)
const instanceActions = inFile('src/ui/challenge/instance/instance-actions.tsx', instance)
const verdict = inFile('src/ui/challenge/flag/verdict-line.tsx', [
  'tests/ui/challenge/flag.test.tsx',
])
const submission = inFile('src/machines/submission/machine.ts', [
  'tests/machines/submission/submission.test.ts',
  'tests/ui/challenge/flag.test.tsx',
])
const flugzeug = ['tests/ui/flugzeug/flugzeug-page.test.tsx']
const header = ['tests/ui/shell/header.test.tsx']
const dialogs = ['tests/ui/dialogs/dialogs.test.tsx']
const signIn = inFile('src/ui/sign-in/sign-in-screen.tsx', [
  'tests/ui/shell/sign-in.test.tsx',
  ...header,
])
const steps = [
  'tests/machines/home/steps.test.ts',
  'tests/ui/home/steps.test.tsx',
  'tests/ui/home/team-step.test.tsx',
]

const trace = ['tests/diagnostics/trace.test.ts']
const allowed = inFile('src/diagnostics/trace/allowed.ts', trace)
const format = inFile('src/diagnostics/trace/format.ts', trace)

/** Each was put in by hand, and its tests failed. Tests missed it before, or missed one of its kind. */
export const breakages: readonly Breakage[] = [
  // What leaves the page in a trace: each allows more in one list.
  allowed(
    'the text of a known field leaves',
    "value === '' ||",
    "value === '' || structure.has(field) ||",
  ),
  allowed(
    'a field of words may have any text',
    '(fieldsOfWords.has(field) && words.has(value))',
    'fieldsOfWords.has(field)',
  ),
  allowed(
    'a field of times may have any text',
    '(times.has(field) && MOMENT.test(value))',
    'times.has(field)',
  ),
  allowed('every number leaves', '? numbers.has(field)', '? true'),
  allowed('the number of a known field leaves', '? numbers.has(field)', '? isKnownField(field)'),
  allowed(
    'the name of every field leaves',
    'some(names => names.has(name))',
    'some(names => names.size > 0)',
  ),
  allowed(
    'every part of a path leaves',
    "text === '' || pathParts.has(text)",
    "text === '' || steps.size > 0",
  ),
  format(
    'the message of an error leaves',
    'message: named(error.message)',
    'message: error.message',
  ),
  format(
    'the code of an error leaves, whatever it is',
    "code: copy('code' in error ? error.code : undefined, 'code', depth)",
    "code: 'code' in error ? error.code : undefined",
  ),
  format(
    'what follows the path leaves',
    "shown.join('/') + (rest && `?${named(rest)}`)",
    "shown.join('/') + rest",
  ),
  format(
    'what belongs to a field without a name leaves by its own',
    "[named(name), copy(inner, '', depth)]",
    '[named(name), inner]',
  ),
  // What the wiring sends.
  inFile('src/domain/challenge.ts', calls)(
    'the category of a call is the slug',
    'category: categorySlug',
    'category: challengeSlug',
  ),
  wiring('membership')(
    'team and user are swapped on leaving',
    "client('leaveTeam', { params,",
    "client('leaveTeam', { params: { teamId: params.userId, userId: params.teamId },",
    calls,
  ),
  wiring('home')(
    'a group without a password is sent one',
    'password === null ? { scoreGroup } : { scoreGroup, password }',
    '{ scoreGroup, password }',
    calls,
  ),
  wiring('instance')(
    'stopping an environment starts it',
    "client('stopInstance'",
    "client('startInstance'",
    calls,
  ),
  wiring('flugzeug')(
    'resetting the desktop stops it',
    "callOf('resetFlugzeug'), ",
    "callOf('stopFlugzeug'), ",
    calls,
  ),
  wiring('flugzeug')(
    'creating a desktop resumes it',
    "client('createFlugzeug', ",
    "client('startFlugzeug', ",
    calls,
  ),
  wiring('event')(
    'a desktop is enabled whatever the answer says',
    'answer.ok && answer.data.enabled',
    'answer.ok',
    ['tests/ui/home/steps.test.tsx'],
  ),

  // The refusals that the wiring expects.
  wiring('instance')(
    'an environment out of the time of the event is a failure',
    "expect: ['TIME_RESTRICTED'] }",
    'expect: [] }',
  ),
  wiring('instance')(
    'too many environments are a failure',
    'expect: startRefusals,',
    'expect: [],',
  ),
  wiring('instance')(
    'an extension that comes too early is a failure',
    'expect: extendRefusals,',
    'expect: [],',
  ),
  wiring('challenge')('too many flags are a failure', 'expect: flagRefusals,', 'expect: [],'),
  wiring('challenge')(
    'no such challenge is a failure',
    "expect = ['NOT_FOUND', 'REQUIREMENTS_NOT_MET']",
    "expect = ['REQUIREMENTS_NOT_MET']",
  ),
  wiring('challenge')(
    'a locked challenge is a failure',
    "expect = ['NOT_FOUND', 'REQUIREMENTS_NOT_MET']",
    "expect = ['NOT_FOUND']",
  ),
  wiring('flugzeug')(
    'no desktop is a failure',
    "signal, expect: ['NO_FLUGZEUG'] }",
    'signal, expect: [] }',
    calls,
  ),
  wiring('flugzeug')(
    "a desktop's early extension is a failure",
    'expect: extendRefusals',
    'expect: statusRefusals',
  ),
  wiring('vpn')(
    'a VPN that is not there is a failure',
    "'TIME_RESTRICTED', 'NOT_FOUND'],",
    "'TIME_RESTRICTED'],",
  ),
  wiring('account')('no team is a failure', "expect: ['NO_TEAM'] }", 'expect: [] }'),
  wiring('join-team')('refused joining is a failure', 'expect: joinRefusals', 'expect: []'),
  wiring('home')('refused creating is a failure', 'expect: createRefusals', 'expect: []'),
  wiring('home')('refused choosing is a failure', 'expect: selectRefusals', 'expect: []'),
  wiring('membership')('refused leaving is a failure', 'expect: leaveRefusals', 'expect: []'),
  wiring('account')('no account is a failure', "expect: ['NO_ACCOUNT'] })", 'expect: [] })'),
  wiring('event')(
    'the Flugzeug check fails without a score group',
    "const expect = ['NO_SCORE_GROUP_SELECTED'] as const",
    'const expect = [] as const',
  ),
  inFile('src/machines/app/facts.ts', refusals)(
    'the Flugzeug check fails out of play time',
    "failure && (failure.code === 'TIME_RESTRICTED' ? false : 'unreadable')",
    "failure && 'unreadable'",
  ),
  wiring('reminder')(
    'one environment that is gone hides the warnings of all',
    "const expect = ['TIME_RESTRICTED', 'NOT_FOUND'] as const",
    "const expect = ['TIME_RESTRICTED'] as const",
  ),

  // The contract and the client.
  inContract('solve-times')(
    'solve times have another path',
    "path: '/v1/stats/solvetimes'",
    "path: '/v1/stats/solve_times'",
  ),
  inContract('challenges')(
    'categories have no slash at their end',
    "path: '/v1/categories/',",
    "path: '/v1/categories',",
  ),
  inContract('challenges')(
    'the score of a challenge is asked for without its category',
    "path: '/v1/challenges/{slug}/score',\n    query: categoryQuery,",
    "path: '/v1/challenges/{slug}/score',",
  ),
  inContract('flugzeug')(
    'extending the desktop is a PUT',
    "method: 'POST',\n    path: '/v1/user/flugzeug/prolong'",
    "method: 'PUT',\n    path: '/v1/user/flugzeug/prolong'",
  ),
  inContract('challenges')(
    'a resubmitted flag is no status',
    'v.picklist([1, 2, 3])',
    'v.picklist([1, 2])',
  ),
  inContract('challenges')(
    'whether a challenge can be started must be said',
    'canBeStarted: v.optional(v.boolean())',
    'canBeStarted: v.boolean()',
  ),
  inContract('user')(
    'the maximum of environments must be said',
    'maximum: v.nullish(Count)',
    'maximum: v.nullable(Count)',
  ),
  inContract('teams')('a team must have a size', 'maxSize: v.nullable(Count)', 'maxSize: Count'),
  inContract('scores')(
    'everybody on the scoreboard must have a rank',
    'points: v.number(),\n  rank: v.nullable(Count),\n  /** Of the extension',
    'points: v.number(),\n  rank: Count,\n  /** Of the extension',
  ),
  client('the token is not a bearer token', '`Bearer ${token}`', '`Token ${token}`'),
  client('a request may take 20 s', 'TIMEOUT = 15_000', 'TIMEOUT = 20_000'),
  client('a gateway without an answer in time is a failure', 'status > 501', 'status > 504'),
  inFile('src/domain/path.ts', ['tests/domain/path.test.ts'])(
    'parameters are not encoded',
    "encodeURIComponent(values[name] ?? '')",
    "(values[name] ?? '')",
  ),
  client(
    'the base of the API is not used',
    'const url = base + path',
    'const url = new URL(base).origin + path',
    calls,
  ),
  client(
    'a request that got no answer is not sent again',
    'await gate.failed(id, signal)\n          continue',
    "throw new Error('No answer.')",
  ),
  retryAfter('Retry-After is in tenths of a second', '1000 * Number', '100 * Number'),
  retryAfter('an absurd Retry-After is followed', 'Math.min(wait, 3_600_000)', 'wait'),
  answers('too many attempts are an unknown error', 'status === 429', 'status === 430'),
  answers('the code of a refusal is not read', "'LIMITED' : code", "'LIMITED' : 'UNKNOWN'"),

  // Session and configuration.
  oidc(
    'the sign-out returns elsewhere',
    'post_logout_redirect_uri: siteRoot()',
    'post_logout_redirect_uri: redirectUri()',
  ),
  oidc(
    'the sign-in returns to the root',
    'redirect_uri: redirectUri(),\n    post',
    'redirect_uri: siteRoot(),\n    post',
  ),
  inFile('src/browser/storage.ts', ['tests/api/oidc.test.ts'])(
    'tokens stay when the tab is closed',
    'createSafeStorage(() => sessionStorage)',
    'createSafeStorage(() => localStorage)',
  ),
  oidc('a grant that is gone is any failure', "=== 'invalid_grant'", "=== 'invalid_request'"),
  inFile('src/api/config.ts', ['tests/api/config.test.ts'])(
    'the client id is not required',
    'oidcClientId: v.pipe(v.string(), v.trim(), v.minLength(1))',
    "oidcClientId: v.fallback(v.string(), 'guidon')",
  ),
  inFile('src/browser/language/locale.ts', ['tests/ui/shell/language.test.tsx'])(
    'the language is stored under another key',
    "preferences.write('lang', locale)",
    "preferences.write('language', locale)",
  ),
  inFile('src/browser/language/locale.ts', ['tests/ui/shell/language.test.tsx'])(
    'a language that nobody chose is stored',
    'if (isChosen) preferences',
    'preferences',
  ),
  inFile('src/machines/locale/first.ts', [
    'tests/machines/locale/locale.test.ts',
    'tests/ui/shell/language.test.tsx',
  ])('the language falls back to German', '?? sourceLanguage', "?? 'de'"),

  // Times and limits.
  constants(
    'user, stats and instance are polled every 12 s',
    'POLL_INTERVAL = 10_000',
    'POLL_INTERVAL = 12_000',
  ),
  constants('the team is polled every 50 s', 'TEAM_INTERVAL = 60_000', 'TEAM_INTERVAL = 50_000'),
  constants('solve times are polled every 60 s', '5 * POLL_INTERVAL', '6 * POLL_INTERVAL'),
  constants('the network is probed every 3 s', 'RETRY_DELAY = 2_000', 'RETRY_DELAY = 3_000', [
    'tests/machines/network/network.test.ts',
  ]),
  constants('minutes are red at 4 or less', 'WARNING_MINUTES = 5', 'WARNING_MINUTES = 4', instance),
  inFile('src/machines/app/machine.ts', ['tests/machines/app/intervals.test.ts'])(
    'the scoreboard is polled every 10 s',
    "reads('scoreboard', SLOW_INTERVAL)",
    "reads('scoreboard', POLL_INTERVAL)",
  ),
  inFile('src/machines/home/setup.ts', ['tests/machines/home/score-group.test.ts'])(
    'a wrong password is shown for 4 s',
    'wrongPasswordTime: 3_000',
    'wrongPasswordTime: 4_000',
  ),
  inFile('src/machines/copy/machine.ts', ['tests/ui/dialogs/dialogs.test.tsx'])(
    'a copy is confirmed for 3 s',
    'CONFIRMATION = 2_000',
    'CONFIRMATION = 3_000',
  ),
  inFile('src/machines/flugzeug/selectors.ts', flugzeug)(
    'waiting texts stay for four polls',
    'POLLS_PER_PHRASE = 3',
    'POLLS_PER_PHRASE = 4',
  ),
  inFile('src/machines/vpn/machine.ts', ['tests/wire/calls.test.tsx'])(
    'the configuration has another name',
    "'guidon.conf'",
    "'guidon.txt'",
  ),
  inFile('src/ui/event/constants.ts', dialogs)(
    'the Discord link leads to another server',
    'discord.gg/guidon',
    'discord.gg/guidons',
  ),
  inFile('src/ui/header/score-text.tsx', header)(
    'rank 11 is shown',
    'LAST_SHOWN_RANK = 10',
    'LAST_SHOWN_RANK = 11',
  ),
  inFile('src/ui/header/score-text.tsx', header)(
    'no points are shown',
    'points <= 0',
    'points < 0',
  ),
  inFile('src/ui/header/score-text.tsx', header)('the third is 3th', '#rd place', '#th place'),
  inFile('src/ui/art/flag-icons.tsx', ['tests/ui/parts/marks.test.tsx'])(
    'five flags are fanned',
    'MAX_FANNED = 4',
    'MAX_FANNED = 5',
  ),

  // Who may see what.
  inFile('src/domain/stats.ts', ['tests/wire/refusals.test.tsx'])(
    'no account has 5 points',
    'rank: null, points: 0',
    'rank: null, points: 5',
  ),
  facts(
    'the time after the end is not play time',
    "phase === 'running' || phase === 'postPlay'",
    "phase === 'running'",
  ),
  facts(
    'challenges need no score group',
    'isPlayTime(facts) && facts.hasScoreGroup',
    'isPlayTime(facts)',
  ),
  facts(
    'scoreboard and calendar close after the end',
    'hasStarted(facts) && facts.hasScoreGroup',
    'isPlayTime(facts) && facts.hasScoreGroup',
  ),
  facts(
    'scoreboard and calendar need no score group',
    'hasStarted(facts) && facts.hasScoreGroup',
    'hasStarted(facts)',
  ),
  facts(
    'the desktop is asked for where it is not enabled',
    'canPlay(facts) && facts.flugzeugEnabled === true',
    'canPlay(facts)',
    ['tests/machines/flugzeug/flugzeug.test.ts'],
  ),
  inFile('src/ui/home/use-play-texts.ts', ['tests/ui/home/steps.test.tsx'])(
    'home has the flag prefix of another event',
    "metadataOf(snapshot)?.flagPrefix ?? ''",
    "metadataOf(snapshot) && 'GUIDON'",
  ),
  inFile('src/ui/challenge/flag/flag-form.tsx', ['tests/ui/challenge/flag.test.tsx'])(
    'the field has the flag prefix of another event',
    "metadataOf(snapshot)?.flagPrefix ?? ''",
    "(metadataOf(snapshot) && 'GUIDON') ?? ''",
  ),
  inFile('src/api/client/token-source.ts', ['tests/api/token-source.test.ts'])(
    'requests carry the token from before the renewal',
    'const token = accessTokenOf(session.getSnapshot())',
    'const token = (session as { first?: string | null }).first ??= accessTokenOf(session.getSnapshot())',
  ),
  inFile('src/ui/header/running-list.tsx', header)(
    'a desktop that may not be used any more is listed',
    'const hasDesktop = canUseDesktop && isDesktopRunning',
    'const hasDesktop = isDesktopRunning',
  ),
  inFile('src/domain/facts.ts', ['tests/machines/navigation/navigation.test.ts'])(
    'the desktop opens where it is not enabled',
    "canPlay(facts) && (facts.flugzeugEnabled === 'unreadable' || facts.flugzeugEnabled)",
    'canPlay(facts)',
  ),
  inFile('src/machines/navigation/pages.ts', ['tests/machines/navigation/navigation.test.ts'])(
    'own team opens without a team',
    'facts.teamMode && facts.hasTeam',
    'facts.teamMode',
  ),
  inFile('src/machines/home/step.ts', steps)(
    'a team is asked for after the post play',
    'isTeamMissing(facts) && !isOver',
    'isTeamMissing(facts)',
  ),
  inFile('src/machines/home/step.ts', steps)(
    'a group is asked for after the post play',
    '!facts.hasScoreGroup && !isOver',
    '!facts.hasScoreGroup',
  ),
  inFile('src/ui/team/leave-team.tsx', ['tests/ui/team/team-page.test.tsx'])(
    'leaving is offered once the CTF has started',
    '{!started && (',
    '{(',
    ['tests/ui/team/team-page.test.tsx'],
  ),
  inFile('src/ui/event/ended-banner.tsx', ['tests/ui/shell/shell.test.tsx'])(
    'after the end there is no banner',
    "phase !== 'postPlay' && phase !== 'over'",
    "phase !== 'over'",
  ),

  // Lists and their order.
  heat('categories of the calendar are not sorted', 'categories.toSorted(byName)', 'categories'),
  heat(
    'challenges of the calendar are not sorted',
    'category.challengeSolves.toSorted(byName)',
    'category.challengeSolves',
  ),
  heat('one solve may have no green', 'Math.ceil((count', 'Math.floor((count'),
  inFile('src/domain/time/days.ts', ['tests/domain/calendar.test.ts'])(
    'the last day is left out',
    'while (day <= end',
    'while (midnight(day, 1) <= end',
  ),
  inFile('src/ui/calendar/heat-tips.tsx', ['tests/ui/calendar/calendar.test.tsx'])(
    'the tooltip counts from 0',
    'Flag {flag} of {flags}',
    'Flag {flag - 1} of {flags}',
  ),
  rows('a medal needs no points', 'points > 0 &&', 'points >= 0 &&'),
  rows(
    'the third has no medal',
    'rank === 1 || rank === 2 || rank === 3',
    'rank === 1 || rank === 2',
  ),
  rows("the user's own account stands one too low", 'other.rank > rank', 'other.rank > rank + 1'),
  inFile('src/ui/scoreboard/row.tsx', ['tests/ui/scoreboard/scoreboard.test.tsx'])(
    "the user's own row is not marked in words",
    '{isOwn && (',
    '{false && (',
  ),
  inFile('src/machines/membership/members.ts', ['tests/machines/membership/membership.test.ts'])(
    'members are sorted by their id first',
    'a.username.localeCompare(b.username) || a.userId.localeCompare(b.userId)',
    'a.userId.localeCompare(b.userId) || a.username.localeCompare(b.username)',
  ),
  inFile('src/domain/overview.ts', ['tests/domain/overview.test.ts'])(
    'challenges are sorted by name first',
    'a.order - b.order || byName(a, b)',
    'byName(a, b) || a.order - b.order',
  ),

  // What pages show.
  homeTexts(
    'another text for a token that is empty',
    'The token cannot be empty.',
    'The token must not be empty.',
  ),
  homeTexts(
    'another text for a name that is empty',
    'The name cannot be empty.',
    'The name must not be empty.',
  ),
  homeTexts('another text for a full team', 'The team is already full.', 'The team is full.'),
  homeTexts(
    'another text for a wrong token',
    'The provided token is wrong.',
    'The token is wrong.',
  ),
  homeTexts(
    'another text for a name that is taken',
    'There is already a team with this name.',
    'A team has this name.',
  ),
  homeTexts(
    'another text for a wrong password',
    'The password is invalid.',
    'The password is wrong.',
  ),
  inFile('src/ui/home/score-group/group-password.tsx', ['tests/ui/home/steps.test.tsx'])(
    'a wrong password does not shake its field',
    'shake={isWrong}',
    'shake={false}',
  ),
  verdict(
    'a rejected flag looks like an accepted one',
    "rejected: 'danger'",
    "rejected: 'success'",
  ),
  verdict(
    'a resubmitted flag looks like a rejected one',
    "resubmitted: 'warn'",
    "resubmitted: 'danger'",
  ),
  submission(
    'an accepted flag stays in the field',
    "accepted: { id: 'accepted', entry: ['clear', ",
    "accepted: { id: 'accepted', entry: [",
  ),
  submission(
    'a rejected flag is cleared',
    "rejected: { id: 'rejected' }",
    "rejected: { id: 'rejected', entry: 'clear' }",
  ),
  submission(
    'a resubmitted flag stays in the field',
    "resubmitted: { id: 'resubmitted', entry: ['clear', ",
    "resubmitted: { id: 'resubmitted', entry: [",
  ),
  instancePanel(
    'endpoints are listed in every state',
    "{state === 'running' && <EndpointList />}",
    '<EndpointList />',
  ),
  instancePanel(
    'too many environments are not shown',
    "{state === 'notRunning' && tooMany && (",
    '{false && (',
  ),
  instancePanel(
    'the VPN notice comes when it is connected',
    'vpn.connected === false',
    'vpn.connected === true',
  ),
  instanceActions('a forbidden start says Start', '{forbidden ? (', '{forbidden && false ? ('),
  inFile('src/ui/challenge/instance/running-actions.tsx', instance)(
    'a refused extension does not shake',
    'shake={useSelector(instance, isRefusalNew)}',
    'shake={useSelector(instance, isRefusalNew) && false}',
  ),
  inFile('src/ui/feedback/time-left.tsx', instance)(
    'at 0 minutes it says so, and not that it stops soon',
    'minutes <= 0',
    'minutes < 0',
  ),
  inFile('src/ui/flugzeug/controls.tsx', flugzeug)(
    "a desktop's refused extension does not shake",
    'shake={shaking}',
    'shake={false}',
  ),
  inFile('src/ui/flugzeug/controls.tsx', flugzeug)(
    'a stopped desktop cannot be started',
    "status === 'noDesktop' || status === 'stopped' ||",
    "status === 'noDesktop' ||",
  ),
  inFile('src/machines/flugzeug/selectors.ts', flugzeug)(
    'a desktop that is stopped cannot be reset',
    'reading.updatedAt !== null && reading.data !== null',
    "reading.updatedAt !== null && reading.data?.status === 'running'",
  ),
  inFile('src/ui/flugzeug/flugzeug-page.tsx', flugzeug)(
    'a desktop is shown while it starts',
    "case 'starting':\n    case 'stopping':\n      return <Waiting status={status} />\n    case 'running':",
    "case 'stopping':\n      return <Waiting status={status} />\n    case 'starting':\n    case 'running':",
  ),
  inFile('src/ui/dialogs/discord-steps.tsx', dialogs)(
    'the code to copy is the user id',
    "data?.externalId ?? ''",
    "data?.id ?? ''",
  ),
  inFile('src/ui/dialogs/debug-dialog.tsx', dialogs)(
    'the team id is the id of the account',
    'useSelector(team, ({ context }) => context.data?.id)',
    'useSelector(stats, ({ context }) => context.data?.accountId)',
  ),
  inFile('src/ui/dialogs/network-dialog.tsx', ['tests/ui/shell/shell.test.tsx'])(
    'another title for a lost network',
    'Network connectivity issues',
    'You are offline',
  ),
  inFile('src/ui/dialogs/network-dialog.tsx', ['tests/ui/shell/shell.test.tsx'])(
    'the network dialog counts one request too few',
    'value={waiting}',
    'value={waiting - 1}',
  ),
  signIn('another text while the sign-in is processed', 'Processing login...', 'Signing in...'),
  signIn('another text while it redirects', 'Redirecting to login page...', 'Redirecting...'),
  signIn('another text while the sign-out is processed', 'Processing logout...', 'Signing out...'),
  inFile('src/ui/home/countdown.ts', ['tests/ui/home/steps.test.tsx'])(
    'the countdown has English words',
    "'Tage'",
    "'Days'",
  ),

  // What only a browser sees.
  inFile('src/ui/calendar/calendar.module.css', appearance)(
    'cells are never green',
    'var(--heat-full) calc(12% + 11% * var(--heat))',
    'var(--line-strong) calc(12% + 11% * var(--heat))',
  ),
  inFile('src/ui/feedback/time-left.module.css', appearance)(
    'the minutes of an environment and of the desktop are never red',
    '.time[data-short],\n.time[data-short] > svg {\n  color: var(--danger-text);',
    '.time[data-short] {\n  color: var(--muted);',
  ),
  inFile('src/ui/scoreboard/scoreboard.module.css', appearance)(
    "the user's own row has no ground of its own",
    'background: var(--accent-tint);\n',
    '',
  ),
  inFile('src/ui/scoreboard/scoreboard.module.css', appearance)(
    'the second looks like the third',
    'color: light-dark(#6b6f76, #c3c7ce);',
    'color: light-dark(#94561d, #dd9a5c);',
  ),
  inFile('src/ui/controls/motion.module.css', appearance)(
    'nothing shakes',
    'animation: shake 0.4s var(--ease);',
    'animation: none;',
  ),
  inFile('src/ui/tokens.css', appearance)(
    'a warning is as red as a danger',
    '--warn-text: light-dark(#8a4b00, #ffb454)',
    '--warn-text: light-dark(#a81f17, #ff8f83)',
  ),
  inFile('src/main.tsx', ['tests/e2e/language.spec.ts'])(
    'the stored language is not read',
    "preferences.read('lang')",
    'null',
  ),

  // The platform.
  inFile('platform/api/solve.ts', ['tests/platform/core/story.test.ts'])(
    'a shared flag is logged with its text',
    'log.warn({ ...submission, sharedFrom }',
    'log.warn({ ...submission, text, sharedFrom }',
  ),
  inFile('platform/api/error-reply.ts', ['tests/platform/api/error-reply.test.ts'])(
    'a client reads why the platform failed',
    "'the platform failed to answer; its log says why'",
    'messageOf(error)',
  ),
  inFile('platform/api/idempotency.ts', ['tests/platform/core/idempotency.test.ts'])(
    'a key of one user is that of all',
    'and(eq(idempotency.userId, userId), eq(idempotency.key, key))',
    'eq(idempotency.key, key)',
  ),
  inFile('platform/api/idempotency.ts', ['tests/platform/core/idempotency.test.ts'])(
    'a change that takes long is forgotten while it is made',
    '      if (running.has(name)) continue\n',
    '',
  ),
  inFile('platform/api/directory.ts', ['tests/platform/api/directory.test.ts'])(
    'what was read of a user before a change is kept',
    'if (member && !concerns(member)) continue',
    'if (!member || !concerns(member)) continue',
  ),
  inFile('platform/api/extensions/hints-and-solves.ts', [
    'tests/platform/extensions/challenges.test.ts',
  ])('a paid hint opens those of the same id', '        eq(hintsTaken.slug, taking.slug),\n', ''),
  inFile('platform/scores/boards.ts', ['tests/platform/extensions/scoreboard.test.ts'])(
    'after the end, the ranks of before move on',
    'Math.min(clock.now(), until(), end.getTime())',
    'Math.min(clock.now(), until())',
  ),
  inFile('platform/scores/solvers.ts', ['tests/platform/organiser/solvers.test.ts'])(
    'after lost messages, an account that is gone stays on the board',
    '    for (const id of missing) if (isCurrent(id)) forget(id)\n',
    '',
  ),
  inFile('platform/live/news.ts', ['tests/platform/extensions/live.test.ts'])(
    'the group of an account that is banned is told nothing',
    'new Set([groupsBefore.get(id), scores.groupOf(id)])',
    'new Set([scores.groupOf(id)])',
  ),
  inFile('platform/bus.ts', ['tests/platform/replicas/bus.test.ts'])(
    'what a listener could not handle is not read again',
    '            void reloadAll()\n          }',
    '          }',
  ),
  inFile('platform/log.ts', ['tests/platform/core/log-errors.test.ts'])(
    'a flag is logged',
    "  'flag',\n",
    '',
  ),
  inFile('platform/identity/sign-in-accounts.ts', [
    'tests/platform/identity/sign-in-accounts.test.ts',
  ])(
    'of two sign-ins that renew a hash, the later one is stale',
    'now && (await hashing.verify(password, now.password)) ? now.password : row.password',
    'row.password',
  ),
  inFile('platform/organiser/commands/merge.ts', ['tests/platform/organiser/merge.test.ts'])(
    'two members of a merged team get one place',
    '    taken.add(place)\n',
    '',
  ),
  inFile('platform/environments/by-name/proxy-upgrade.ts', [
    'tests/platform/environments/by-name/by-name.test.ts',
  ])('what a service sends with its handshake is lost', '    socket.write(rest)\n', ''),
  inFile('platform/desktop/sound/sounds.ts', ['tests/platform/desktop/sounds.test.ts'])(
    'after a failure, a desktop has no sound any more',
    '      clock.after(restMs, () => resting.delete(id))\n',
    '',
  ),
  inFile('platform/event/challenge-flags.ts', ['tests/platform/event/warnings.test.ts'])(
    'a warning has the pattern of a flag',
    "messageOf(error).split(': ').at(-1)",
    'messageOf(error)',
  ),
  ...corners,
  ...edges,
]
