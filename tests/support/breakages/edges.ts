// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are pieces of source.
import { inFile } from './breakage.ts'

const tests = (...names: string[]) => names.map(name => `tests/${name}`)
const renderedPage = inFile('src/api/early/rendered-page.ts', tests('api/rendered-page.test.ts'))
const oidc = inFile('src/api/sign-in/oidc.ts', tests('api/oidc.test.ts'))
const turn = inFile('src/api/sign-in/renewal-turn.ts', tests('browser/renewal-turn.test.ts'))
const otherTabs = inFile('src/api/sign-in/shared-session.ts', tests('browser/renewal-turn.test.ts'))
const tickets = inFile(
  'src/remote-desktop/screens/ticket-exchange.ts',
  tests('browser/ticket-exchange.test.ts'),
)
const meter = inFile('src/remote-desktop/meter.ts', tests('browser/desktop-connection.test.ts'))
const quota = inFile('platform/desktop/home/quota.ts', tests('platform/desktop/home/quota.test.ts'))
const session = inFile(
  'scripts/organise/session.ts',
  tests('platform/organiser/command-line.test.ts'),
)

/** Where the app meets the browser, its other tabs and the provider, and the platform its host and other replicas. */
export const edges = [
  renderedPage(
    'a rendered page does not know who wants notifications',
    "key === 'sidebar' || key === 'notices' ||",
    "key === 'sidebar' ||",
  ),
  renderedPage(
    'a rendered page has the times of the other side of Greenwich',
    'offset: new Date().getTimezoneOffset(),',
    'offset: -new Date().getTimezoneOffset(),',
  ),
  renderedPage(
    'the page of a portal is shown as a rendered page',
    "response.status === 200 && response.headers.get('content-type')?.includes('plain')",
    'response.status === 200',
  ),
  inFile('src/worker/requests.ts', tests('browser/worker-requests.test.ts'))(
    'the service worker answers what a token asks for',
    " &&\n  !request.headers.has('authorization')",
    '',
  ),
  inFile('src/api/early/sign-in.ts', tests('api/early-sign-in.test.ts'))(
    'the early sign-in asks for the usual scope only',
    'scope: config.oidcScope || defaultScope',
    'scope: defaultScope',
  ),
  oidc(
    'a hidden frame that never answers is a failure of the network',
    'error instanceof ErrorTimeout && !',
    'false && !',
  ),
  oidc(
    'a provider that is late ends a session with a refresh token',
    ' && !(await hasRefreshToken())',
    '',
  ),
  oidc(
    'a renewal waits without end for a body',
    'inTime(manager.signinSilent())',
    'manager.signinSilent()',
  ),
  turn('a suspended tab keeps its turn', '{ signal }, ', ''),
  oidc(
    'a sign-out leaves the refresh token valid',
    "(await hasRefreshToken()) ? 'refresh_token' : 'access_token'",
    "'access_token' as const",
  ),
  otherTabs(
    'a tab takes the session of another one',
    'if (spent === refreshTokenOf(config)) tabStorage',
    'tabStorage',
  ),
  turn('a tab does not tell the others of its renewal', '    tell(before)\n', ''),
  turn(
    'a tab whose turn comes renews at once what another one has renewed',
    '    if (hasWaited && refreshTokenOf(config) === before) await untilHeard()\n',
    '',
  ),
  inFile('src/browser/marks.ts', tests('browser/marks.test.ts'))(
    'the marks of another user are followed after a sign-out',
    "return () => removeEventListener('storage', follow)",
    'return () => {}',
  ),
  tickets(
    'a page gives the ticket of its desktop to a page of another one',
    "message.type !== 'ticket.request' || message.desktop !== desktop",
    "message.type !== 'ticket.request'",
  ),
  meter('a silent connection is lost a measurement later', 'quiet < MAX', 'quiet <= MAX'),
  meter(
    'a full connection is lost while its picture still comes',
    'bytes += more\n      quiet = 0',
    'bytes += more',
  ),
  inFile('src/wiring/challenge.ts', tests('ui/challenge/page.test.tsx'))(
    'a typed flag stays at the old name of a challenge',
    '        follow(challenge, refOf(answer.data))\n',
    '',
  ),
  inFile('src/api/client/effects.ts', tests('api/effects.test.ts'))(
    'each call has a queue of its own',
    '    clients.set(system, client)\n',
    '',
  ),
  inFile('src/api/live/stream.ts', tests('api/live-stream.test.ts'))(
    'a stream that was left goes on',
    'return () => leaving.abort()',
    'return () => {}',
  ),
  inFile('src/api/config.ts', tests('api/config.test.ts'))(
    'the link to the account may run a script',
    'v.regex(/^https?:\\/\\//)',
    'v.minLength(0)',
  ),
  inFile('src/api/sign-in/signed-out.ts', tests('browser/shared-session.test.ts'))(
    'who deletes the data of the site is signed out in the other tabs',
    'event.key === key && event.newValue',
    'event.key === key',
  ),
  inFile('src/browser/visibility.ts', tests('browser/ended-effects.test.ts'))(
    'an actor that has stopped hears whether the page is visible',
    "    document.removeEventListener('visibilitychange', report)\n",
    '',
  ),
  inFile('src/ui/challenge/instance/end-notice.tsx', tests('ui/challenge/instance.test.tsx'))(
    'a start that used too much says that the environment stopped',
    "startFailed || reason === 'notStarted'",
    "reason === 'notStarted'",
  ),
  inFile('src/ui/challenge/solved/gained-points.tsx', tests('ui/challenge/solved.test.tsx'))(
    'a thousand points count without their comma',
    ' && points <= MAX_COUNTED',
    '',
  ),
  inFile('src/ui/header/notification-switch.tsx', tests('ui/shell/stop-warning.test.tsx'))(
    'the switch of notifications does not say that the browser asks',
    'aria-disabled={!can || undefined}',
    'aria-disabled={undefined}',
  ),
  inFile('platform/api/readiness.ts', tests('platform/core/readiness.test.ts'))(
    'a platform stays ready, or not, for ever',
    'asking.then(() => setTimeout(forget, keptMs).unref(), forget)',
    'asking.catch(forget)',
  ),
  inFile(
    'platform/environments/commands.ts',
    tests('platform/environments/account/restarts.test.ts'),
  )(
    'an extension that nobody made is reported as done',
    "    if (!isDone && what === 'extend') throw cannotExtend('its server does not answer now')\n",
    '',
  ),
  inFile('platform/desktop/stop-banned.ts', tests('platform/desktop/banned.test.ts'))(
    'one desktop that cannot be stopped keeps those of its banned team',
    "\n        .catch(error => log.error({ desktop: desktop.id, err: error }, 'it was not stopped'))",
    '',
  ),
  quota(
    'a home that is nearly full says so at each check',
    'if (shown && shown !== before.shown)',
    'if (shown)',
  ),
  quota(
    'homes that took long now and then end their desktop',
    '      late.delete(id)\n      return action',
    '      return action',
  ),
  inFile(
    'platform/identity/passwords/hash-format.ts',
    tests('platform/identity/hash-format.test.ts'),
  )(
    'the time of a refusal says that an account waits for its first password',
    'return verify(password, noHash)',
    'return false',
  ),
  session(
    'a folder that is named counts less than the environment',
    '(data ? undefined : process.env.DATABASE_URL || undefined)',
    '(process.env.DATABASE_URL || undefined)',
  ),
  session(
    'the log of organisers names root alone',
    '`${username} (${SUDO_USER})` : username',
    'username : username',
  ),
]
