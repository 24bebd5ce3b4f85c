import { inFile, inMachine, type SubtleFault } from './fault.ts'

const desktop = inMachine('desktop')
const desktopSetup = inFile('desktop', 'desktop/setup')
const files = inMachine('desktop-files')
const transfer = inMachine('desktop-transfer')
const view = inMachine('desktop-view')

/** Faults of the machines of the desktop's own page. */
export const desktopFaults: readonly SubtleFault[] = [
  desktop(
    'two actions swapped: keys that are forgotten before they are released stay down',
    "actions: ['releaseKeys', 'forgetPressed', 'leaveFocus']",
    "actions: ['forgetPressed', 'releaseKeys', 'leaveFocus']",
  ),
  desktop(
    'the connection ignores keys before they are released',
    "actions: ['releaseKeys', 'forgetPressed', 'toggleViewOnly', 'applySettings'],",
    "actions: ['toggleViewOnly', 'applySettings', 'releaseKeys', 'forgetPressed'],",
  ),
  desktop(
    'a guard on the sibling only: text is typed into a desktop that is only viewed',
    "'text.type': { guard: 'isInteractive', actions: 'notifyConnection' },",
    "'text.type': { actions: 'notifyConnection' },",
  ),
  desktop(
    'a quality that is chosen while it connects is not used',
    "entry: ['applySettings', 'notifyConnected'],",
    "entry: ['notifyConnected'],",
  ),
  desktopSetup(
    'a connection that breaks at once counts: all desktops come back in the same moment',
    'steady: 5_000',
    'steady: 50',
  ),
  desktopSetup(
    'a new ticket is taken for one that was used',
    '(_, value: string) => ({ value, uses: 0 })',
    '({ context }, value: string) => ({ value, uses: context.ticket.uses })',
  ),
  inFile('desktop', 'desktop/quality')(
    'off by one: a calm connection gets better a sample too early',
    'if (calm + 1 < CALM_SAMPLES ||',
    'if (calm + 2 < CALM_SAMPLES ||',
  ),
  inMachine('desktop-bar')(
    'a timer that is not begun again: a bar that is called hides at once',
    "'bar.peek': { target: 'lingering', reenter: true } },",
    "'bar.peek': { target: 'lingering' } },",
  ),
  files(
    'three files move at once',
    'queue.slice(0, MAX_AT_ONCE - moving.length)',
    'queue.slice(0, MAX_AT_ONCE)',
  ),
  files(
    'the newest file is moved before those that wait',
    '[...without(queue, id), id] : queue',
    '[id, ...without(queue, id)] : queue',
  ),
  files(
    'a file of a folder is fetched from the home',
    "path: [...context.path, name].join('/')",
    'path: name',
  ),
  files(
    'a forgotten refetch: a file that has arrived is not in the list',
    "        shown: { on: { 'transfer.settled': readAgain } },",
    '        shown: {},',
  ),
  files(
    'an answer from before: a file that arrives during a read is not in the list',
    "          on: { 'transfer.settled': readAgain },\n",
    '',
  ),
  files(
    'a file that was taken off the list keeps its turn',
    `    'transfer.closed': {
      actions: [
        { type: 'endTurn', params: ({ event }) => event.id },
`,
    `    'transfer.closed': {
      actions: [
`,
  ),
  files(
    'files dropped while the page shows them are lost',
    `              target: 'away',
              actions: { type: 'addUploads', params: ({ event }) => event.files },`,
    `              target: 'away',`,
  ),
  transfer(
    'a transfer that goes on, piece by piece, ends after twelve cuts',
    `      parts: ({ context: { parts } }, { part }) => (part ? [...parts, part] : parts),
      attempts: 0,`,
    `      parts: ({ context: { parts } }, { part }) => (part ? [...parts, part] : parts),`,
  ),
  transfer(
    'two versions of a file are put together',
    `      moved: 0,
      parts: [],
    }),
    keepMoved`,
    `      moved: 0,
    }),
    keepMoved`,
  ),
  transfer(
    'what arrived of an upload stays on the server when it is given up',
    `        'transfer.retry': { target: 'waiting', actions: 'forgetFailure' },
        'transfer.close': { target: 'closed', actions: 'takeBack' },`,
    `        'transfer.retry': { target: 'waiting', actions: 'forgetFailure' },
        'transfer.close': 'closed',`,
  ),
  transfer(
    'a transfer that is tried again takes no place in the queue',
    "'transfer.retry': { target: 'waiting', actions: 'forgetFailure' }",
    "'transfer.retry': { target: 'moving', actions: 'forgetFailure' }",
  ),
  view(
    'an answer without a desktop leaves the last one on the screen',
    "            'read.succeeded': { guard: not('isShown'), target: '#gone' },\n",
    '',
  ),
  view(
    'stale context: a second link shows the desktop of the first one until it is read',
    '{ token, reading: nothingRead, frameUrl: null }',
    '{ token, reading: nothingRead }',
  ),
  view(
    'the tab keeps a link that has ended, and shows it again after a reload',
    "gone: { id: 'gone', entry: 'notifyStore' },",
    "gone: { id: 'gone' },",
  ),
  view(
    'a ticket is given from before it was asked for',
    "'desktop.ticketRequested': { target: 'waiting', actions: 'readAgain' }",
    "'desktop.ticketRequested': { target: 'waiting', actions: ['giveTicket', 'readAgain'] }",
  ),
]
