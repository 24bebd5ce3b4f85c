// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are pieces of source.
import { inFile } from './breakage.ts'

const ui = (file: string, test: string) => inFile(`src/ui/${file}`, [`tests/ui/${test}`])
const ages = 'shell/data-age.test.tsx'
const announcements = 'announcements/announcements.test.tsx'
const team = 'team/team-page.test.tsx'
const account = 'account/account-page.test.tsx'
const board = 'scoreboard/scoreboard.test.tsx'
const race = ui('race/race-chart.tsx', 'race/race-chart.test.tsx')
const overview = 'home/overview.test.tsx'
const environment = 'challenge/instance.test.tsx'
const page = (file: string) => inFile(`src/desktop/${file}`, ['tests/ui/desktop/page.test.tsx'])
const files = (file: string) =>
  inFile(`src/remote-desktop/files/${file}.ts`, ['tests/browser/desktop-files.test.ts'])
const meanings = (file: string) => ui(file, 'parts/styles.test.tsx')

/** In corners that few tests reached: extensions, icons, tones, limits, and what goes wrong. */
export const corners = [
  // Announcements.
  ui('announcements/announcement-item.tsx', announcements)(
    'headings of an announcement stand beside its title',
    'topHeading={3}',
    'topHeading={2}',
  ),
  ui('announcements/announcements-page.tsx', announcements)(
    'a list that is on its way has failed',
    '!list && (hasFailed && resource ?',
    '!list && (resource ?',
  ),
  ui('announcements/announcements-page.tsx', ages)(
    'announcements do not say how old they are',
    '{resource && <ResourceAge of={resource} />}',
    '',
  ),
  ui('announcements/toast-card.tsx', announcements)(
    'an important toast has the usual icon',
    "name={toast.importance === 'high' ? 'warning' : 'bell'}",
    'name="bell"',
  ),
  ui('announcements/unread-announcements.tsx', announcements)(
    'home marks the announcements that are not important',
    "importance === 'high' && <Icon",
    "importance !== 'high' && <Icon",
  ),

  // Team, account, scoreboard, calendar, history.
  ui('activity/submission-list.tsx', team)(
    'the number of submissions is of those that are shown',
    'const count = i18n.number(all.length)',
    'const count = i18n.number(all.slice(0, FIRST).length)',
  ),
  ui('activity/submission-row.tsx', team)(
    'each verdict is green',
    'data-status={status}',
    'data-status={1}',
  ),
  ui('activity/activity.tsx', team)(
    'environments are listed after the end',
    '{canPlay(facts) && <Environments />}',
    '<Environments />',
  ),
  ui('account/account-page.tsx', account)(
    'the members of a team are as many as its solves',
    'aside={i18n.number(members.length)}',
    'aside={i18n.number(solves.length)}',
  ),
  ui('account/account-page.tsx', ages)(
    'an account does not say how old it is',
    '<ResourceAge of={of} />',
    '',
  ),
  ui('account/solves.tsx', team)(
    'one point for hints is not said',
    '{hintCosts > 0 && (',
    '{hintCosts > 1 && (',
  ),
  ui('scoreboard/rank-change.tsx', board)(
    'a better rank is red',
    'isUp ? css.up : css.down',
    'isUp ? css.down : css.up',
  ),
  ui('scoreboard/scoreboard-tools.tsx', board)('blanks search', 'text.trim() ?', 'text ?'),
  ui('scoreboard/scoreboard-tools.tsx', board)(
    'without an account there is a row to jump to',
    '{ownId && (',
    '{(',
  ),
  ui('scoreboard/visitor/visitor-page.tsx', 'visitor/visitor.test.tsx')(
    'a visitor does not learn that an event is read-only',
    'isReadOnly={readOnly}',
    'isReadOnly={false}',
  ),
  ui('calendar/calendar-page.tsx', ages)(
    'the calendar does not say how old it is',
    '<ResourceAge of={solveTimes} />',
    '',
  ),
  ui('calendar/heat-map.tsx', 'calendar/calendar.test.tsx')(
    'an event that ends at the first moment of day 401 is not cut',
    '>= (days.at(-1)?.end',
    '> (days.at(-1)?.end',
  ),
  race('six lines differ by colour', 'COLOURS = 5', 'COLOURS = 6'),
  race(
    "the user's own line is dashed",
    'const isDashed = !line.isOwn && index >= COLOURS',
    'const isDashed = index >= COLOURS',
  ),

  // Header, home, dialogs.
  ui('header/vpn-button.tsx', 'shell/header.test.tsx')(
    'the shield has a mark while nothing is connected',
    "icon={connected ? 'shieldCheck' : 'shield'}",
    "icon={connected ? 'shield' : 'shieldCheck'}",
  ),
  ui('header/scheme-switch.tsx', 'shell/header.test.tsx')(
    'the moon stands for light',
    "light: 'sun', dark: 'moon'",
    "light: 'moon', dark: 'sun'",
  ),
  ui('header/help-button.tsx', 'event/event.test.tsx')(
    'an e-mail address alone is no help',
    'discordUrl === null && email === null',
    'discordUrl === null',
  ),
  ui('event/event-links.tsx', 'event/event.test.tsx')(
    'terms are offered beside help only',
    '!(hasTerms || hasHelp)',
    '!hasHelp',
  ),
  ui('home/running-now.tsx', overview)(
    'an environment that stops now has 0 minutes left',
    'minutes > 0 ?',
    'minutes >= 0 ?',
  ),
  ui('home/overview/card-state.tsx', overview)(
    'what is in progress looks as if it had flags',
    "inProgress: 'terminal'",
    "inProgress: 'flag'",
  ),
  ui('home/ended-step.tsx', 'home/steps.test.tsx')(
    'the end leads to a scoreboard without a score group',
    'hasScores && (',
    '!readOnly && (',
  ),
  ui('home/overview/other-group-notice.tsx', 'home/steps.test.tsx')(
    'a notice that is closed takes the focus along',
    'ref={giveFocusToPage}',
    '',
  ),
  ui('dialogs/debug-dialog.tsx', 'dialogs/dialogs.test.tsx')(
    'the page of the sign-in account is English',
    'ui_locales=${i18n.locale}',
    'ui_locales=en',
  ),
  ui('dialogs/constants.ts', 'dialogs/dialogs.test.tsx')(
    'a link to WireGuard leads elsewhere',
    'https://www.wireguard.com/install/',
    'https://www.wireguard.com/quickstart/',
  ),
  ui('palette/palette.tsx', 'palette/palette.test.tsx')(
    'screen readers do not hear that nothing was found',
    'role="status">',
    '>',
  ),

  ui('palette/palette.tsx', 'palette/palette.test.tsx')(
    'the key up goes down',
    "ArrowUp: 'previous'",
    "ArrowUp: 'next'",
  ),
  ui('header/running-list.tsx', 'shell/header.test.tsx')(
    'the list of what runs stays open',
    'popover="auto"',
    'popover="manual"',
  ),
  ui('dialogs/vpn-config.tsx', 'dialogs/dialogs.test.tsx')(
    'a configuration that could not be read is not there without a reason',
    '      {failure && (',
    '      {false && (',
  ),
  ui('join/question.tsx', 'join/join-page.test.tsx')(
    'nobody learns how long an invitation has to wait',
    '(problem || wait !== null)',
    'problem',
  ),
  inFile('src/locales/de.po', ['tests/ui/shell/catalogue.test.tsx'])(
    'one point is called like several',
    'msgstr "{points, plural, one {# Punkt} other {# Punkte}}"',
    'msgstr "{points, plural, one {# Punkte} other {# Punkte}}"',
  ),

  // Challenges and desktops.
  ui('flugzeug/team-mate-view.tsx', 'flugzeug/team-mate-view.test.tsx')(
    "nothing reads a team mate's desktop again",
    "onClick={() => of.send({ type: 'view.retry' })}",
    '',
  ),
  ui('challenge/flag/verdict-line.tsx', 'challenge/flag.test.tsx')(
    'a flag that could not be sent looks accepted',
    "failed: 'danger'",
    "failed: 'success'",
  ),
  ui('challenge/flag/flag-panel.tsx', 'challenge/flag.test.tsx')(
    'a completed challenge says that flags give no points',
    'isPostPlay && !isCompleted && !readOnly',
    'isPostPlay && !readOnly',
  ),
  ui('challenge/instance/instance-panel.tsx', environment)(
    'a failed change is said twice',
    '{!failure && readFailure && (',
    '{readFailure && (',
  ),
  ui('challenge/instance/instance-panel.tsx', environment)(
    'while one starts, there are too many',
    "state === 'notRunning' && tooMany",
    'tooMany',
  ),
  ui('challenge/solved/after-solve.tsx', 'challenge/solved.test.tsx')(
    'the next challenge is the first one if the sidebar hides this',
    'shownGroups(overview, preferences, challenge)',
    'shownGroups(overview, preferences, null)',
  ),
  ui('challenge/solves/solves-list.tsx', 'challenge/solves.test.tsx')(
    'a list of solvers that was closed is read on',
    "newState === 'open' ? 'solves.opened' : 'solves.closed'",
    "'solves.opened'",
  ),
  ui('flugzeug/errors.tsx', 'flugzeug/flugzeug-page.test.tsx')(
    'a full disk is too many programs',
    'disk: t`Its files took too much space.`',
    'disk: t`It ran too many programs.`',
  ),
  ui('flugzeug/messages.tsx', 'flugzeug/flugzeug-page.test.tsx')(
    'while offline, the age of the desktop is said twice',
    'time && !offline && readFailure',
    'time && readFailure',
  ),
  page('panels/picture-panel.tsx')(
    'a watcher resizes the desktop',
    'watches ? [] : [',
    'false ? [] : [',
  ),
  page('status.tsx')('a new connection leaves the keyboard nowhere', 'focusDesktop()\n', '\n'),
  page('files/home-list.tsx')(
    'the home has a folder above it',
    'aria-disabled={path.length === 0 || undefined}',
    '',
  ),
  page('files/files-panel.tsx')('a file can be chosen once only', "currentTarget.value = ''", ''),
  page('files/page-events.ts')(
    'files that are dragged over another element leave the page',
    'if (relatedTarget === null) files',
    'files',
  ),
  files('download')(
    'a download that was cut is saved',
    'if (bytes < size) throw',
    'if (false) throw',
  ),
  files('download')(
    'a file is saved under a name that reads as another',
    'saveFile(visibleName(input.name)',
    'saveFile(input.name',
  ),
  files('move')(
    'a download that is not wanted any more deletes',
    "if (context.source.kind !== 'upload') return\n",
    '',
  ),

  // What the browser keeps, and the sign-in.
  inFile('src/browser/scheme.ts', ['tests/browser/scheme.test.tsx'])(
    'a light page is dark at the next visit',
    "preferences.write('scheme', scheme)",
    "preferences.write('scheme', 'dark')",
  ),
  inFile('src/browser/root-element.ts', ['tests/browser/scheme.test.tsx'])(
    "the browser's own bars keep their colour",
    'colorBrowser(scheme)\n',
    '\n',
  ),
  inFile('src/browser/sidebar.ts', ['tests/browser/sidebar.test.ts'])(
    'rules that were opened are folded at the next visit',
    'rules: Choice',
    'rule: Choice',
  ),
  inFile('src/browser/files/build.ts', ['tests/browser/build.test.ts'])(
    'the page of an error is a newer build',
    'if (!response.ok) throw',
    'if (false) throw',
  ),
  inFile('src/api/sign-in/oidc.ts', ['tests/api/oidc.test.ts'])(
    'after a sign-out each sign-in asks for the password',
    'signedOut.end(user.profile.sub)',
    '',
  ),
  inFile('src/api/sign-in/oidc.ts', ['tests/api/oidc.test.ts'])(
    'what another user typed stays',
    'forgetOtherUser(user.profile.sub)',
    '',
  ),
  inFile('src/locales/de.po', ['tests/ui/shell/catalogue.test.tsx'])(
    'two numbers of a German text are swapped',
    'msgstr "{count} von {maximum}"',
    'msgstr "{maximum} von {count}"',
  ),

  // Colours with a meaning, and what is shown where.
  meanings('home/standing.module.css')(
    'the last minutes of the event are not red',
    '.figure[data-short] dd {\n  color: var(--danger-text);',
    '.figure[data-short] dd {\n  color: var(--text);',
  ),
  meanings('header/header.module.css')(
    'a connected VPN is red',
    '.vpn[data-connected] svg {\n  color: var(--success-text);',
    '.vpn[data-connected] svg {\n  color: var(--danger-text);',
  ),
  meanings('announcements/toast.module.css')(
    'an important toast is green',
    '.toast[data-important] > svg {\n  color: var(--warn-text);',
    '.toast[data-important] > svg {\n  color: var(--success-text);',
  ),
  inFile('src/ui/scoreboard/visitor/visitor.module.css', ['tests/e2e/scoreboard/visitor.spec.ts'])(
    'a visitor with a phone cannot choose the language',
    '  background: var(--surface);\n}\n.controls',
    '  background: var(--surface);\n  visibility: hidden;\n}\n.controls',
  ),
  inFile('src/ui/home/overview/overview.module.css', ['tests/e2e/home/board.spec.ts'])(
    'home has no filter on a phone',
    '@media print, (width >= 64rem) {\n  .filter',
    '@media print, (width >= 20rem) {\n  .filter',
  ),
  inFile('src/ui/palette/palette.module.css', ['tests/e2e/keyboard/keyboard.spec.ts'])(
    'the keys of the palette are shown on touch screens only',
    '@media (pointer: coarse)',
    '@media (pointer: fine)',
  ),
]
