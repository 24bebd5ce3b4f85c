import { inFile, inMachine, type SubtleFault } from './fault.ts'

const live = inMachine('live')
const liveSetup = inFile('live', 'live/setup')
const announcements = inMachine('announcements')
const announcementsSetup = inFile('announcements', 'announcements/setup')
const invitation = inMachine('invitation')
const hints = inMachine('hints')
const event = inMachine('event')
const challenge = inMachine('challenge')
const challengeSetup = inFile('challenge', 'challenge/setup')
const reminder = inMachine('reminder')

/** Faults of the machines beside the main job. */
export const partFaults: readonly SubtleFault[] = [
  live(
    'news of one challenge are for the other tabs news of all',
    `                            ...(challenge && { challenge }),
`,
    '',
  ),
  live(
    'a stream is resumed from the beginning',
    'input: ({ context: { lastId } }) => ({ lastId }),',
    'input: () => ({ lastId: null }),',
  ),
  live(
    'the other tabs go on to rely on a stream that is lost',
    `              entry: { type: 'notifyTabs', params: { type: 'tab.lost' } },
`,
    '',
  ),
  live(
    'an asking tab has to wait until the server speaks',
    `                    'tab.asked': { target: '.hearing', reenter: true },
`,
    '',
  ),
  live(
    'a timer that goes on: silence counts from the first word of the other tab',
    `                'tab.received': {
                  target: 'informed',
                  reenter: true,`,
    "                'tab.received': {",
  ),
  liveSetup(
    'a refusal that asks to wait is asked again at once',
    'Math.max(retryAfter, Math.min(MAX_RETRY_DELAY, retry * 2 ** attempts))',
    'Math.min(MAX_RETRY_DELAY, retry * 2 ** attempts)',
  ),
  announcements(
    'two actions swapped: the marks are stored before they are changed',
    "actions: ['markRead', 'storeMarks'],",
    "actions: ['storeMarks', 'markRead'],",
  ),
  announcements(
    'every hidden tab polls, also one that notifies nobody',
    "{ guard: 'isNotifying', target: 'hidden', reenter: true, actions: 'refresh' },",
    "{ target: 'hidden', reenter: true, actions: 'refresh' },",
  ),
  announcementsSetup(
    'the notification repeats what another tab has shown',
    'const announcements = newOf(context).filter(({ id }) => !context.marks.shown.includes(id))',
    'const announcements = newOf(context)',
  ),
  announcementsSetup(
    'stale context: a second answer is compared with the first one',
    'enqueue.assign({ list, arrived:',
    'enqueue.assign({ list: context.list ?? list, arrived:',
  ),
  invitation(
    'stale context: the first invitation is accepted, and not the one that is open',
    'keepToken: assign((_, token: string) => ({ token })),',
    'keepToken: assign(({ context }, token: string) => ({ token: context.token ?? token })),',
  ),
  invitation(
    'an invitation that was used comes back with the next page',
    "entry: ['forgetToken', 'notifyStore'],",
    "entry: ['forgetToken'],",
  ),
  invitation(
    'a change is not protected: a link that is opened meanwhile cancels it',
    `      tags: 'changing',
      on: { 'invitation.opened': {} },
      invoke: {`,
    `      tags: 'changing',
      invoke: {`,
  ),
  hints(
    'context of the last question is kept: another hint is paid than the user was asked about',
    'keepHint: assign((_, hintId: string) => ({ hintId })),',
    'keepHint: assign(({ context }, hintId: string) => ({ hintId: context.hintId || hintId })),',
  ),
  hints(
    'the page leaves a hint that is being paid',
    `      tags: ['asking', 'taking', 'changing'],
      invoke:`,
    `      tags: ['asking', 'taking', 'changing'],
      on: { 'page.left': 'idle' },
      invoke:`,
  ),
  event(
    'an event that was moved keeps its phase until the next timer',
    "target: ['#read', '#deciding'],",
    "target: ['#read'],",
  ),
  event(
    'what may have changed during a read is not read again',
    '            reading: {\n',
    "            reading: {\n              on: { 'event.stale': {} },\n",
  ),
  event(
    'a failed read erases the metadata that is known',
    `                // The last metadata stays.
                onError: 'failed',`,
    `                onError: { target: 'failed', actions: assign({ metadata: null }) },`,
  ),
  challenge(
    'a forgotten refetch: the text of a hint that was paid is not read',
    "'hint.taken': { actions: ['refreshDetail', 'notifyChanged'] },",
    "'hint.taken': { actions: ['notifyChanged'] },",
  ),
  challengeSetup(
    'news of another challenge read this one again',
    'sameChallenge(challenge, context.input.challenge)',
    'context.input.challenge !== null',
  ),
  challengeSetup(
    'an accepted flag is counted twice: the stats with it read the score once more',
    'countedFlags: countedFlags === undefined ? undefined : countedFlags + 1,',
    'countedFlags,',
  ),
  challenge(
    'leaving the page leaves the list of solves polling',
    "        'page.left': { actions: 'deactivateSolves' },\n        'news.came'",
    "        'news.came'",
  ),
  reminder(
    'the same environment is warned of at each look',
    '!context.soon.some(known => sameChallenge(known.challenge, challenge))',
    'challenge !== null',
  ),
  reminder(
    'an extension is not noticed before the next look',
    "        'account.changed': { guard: 'hasRunning', target: '.asking' },\n",
    '',
  ),
  inFile('reminder', 'reminder/stops')(
    'a time of the wrong unit: the next look is five seconds before the stop',
    'return Math.min(...stopsOf(reported).map(({ time }) => Date.parse(time) - WARNING_TIME))',
    'return Math.min(...stopsOf(reported).map(({ time }) => Date.parse(time) - 5_000))',
  ),
  inMachine('clock')(
    'the offset is half a second wrong: the rest of the second is left out',
    'const high = serverDate + 1000 - sentAt',
    'const high = serverDate - sentAt',
  ),
  inMachine('clock')(
    'the first of two watchers that leaves stops the clock for the other one',
    'isLastWatcher: ({ context }) => context.watchers === 1',
    'isLastWatcher: ({ context }) => context.watchers >= 1',
  ),
  inMachine('vpn')(
    'the private key stays in memory when the code is hidden',
    `    showingCode: {
      exit: assign({ config: '' }),
      on:`,
    `    showingCode: {
      on:`,
  ),
  inMachine('vpn')(
    'the wrong use: the code is fetched and saved as a file',
    "fetchingCode: fetchingFor('showingCode')",
    "fetchingCode: fetchingFor('saving')",
  ),
  inMachine('palette')(
    'the mark stays on an entry that the new query does not find',
    'assign({ query: ({ event }) => event.query, marked: null })',
    'assign({ query: ({ event }) => event.query })',
  ),
  inMachine('copy')(
    'an action at the wrong end: the secret that was copied stays in memory',
    "    copied: { entry: assign({ text: '' }), after",
    '    copied: { after',
  ),
  inMachine('locale')(
    'a language that was chosen is not stored',
    'assign(({ event }) => ({ locale: event.locale, isChosen: true }))',
    'assign(({ event }) => ({ locale: event.locale }))',
  ),
  inMachine('build')(
    'the page reloads without a newer build',
    '=> event.output !== null',
    "=> event.output !== ''",
  ),
  inMachine('celebration')(
    'what is known of before the flag is what is known after it',
    'gain: gainBetween(before, now)',
    'gain: gainBetween(now, now)',
  ),
  inFile('celebration', 'celebration/gain')(
    'the first blood of somebody else is celebrated',
    'isCompleted && stats !== undefined && detail?.firstBlood?.accountId === stats.accountId,',
    'isCompleted && stats !== undefined && detail?.firstBlood !== undefined,',
  ),
  inMachine('dialogs')('the VPN dialog opens without its machine', "      entry: 'loadVpn',\n", ''),
  inMachine('sidebar')(
    'a text of home that is opened makes the choices for the others forgotten',
    "guide: ({ context, event }) => ({ ...context.guide, [event.part]: 'open' }),",
    "guide: ({ event }) => ({ [event.part]: 'open' }),",
  ),
]
