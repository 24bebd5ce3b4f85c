import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { createActor, fromCallback, fromPromise } from 'xstate'
import { ActorsProvider } from '../../../src/desktop/actors.tsx'
import { DesktopPage } from '../../../src/desktop/desktop-page.tsx'
import { readHomeWhileOpen, takeDrops } from '../../../src/desktop/files/page-events.ts'
import { pasteInto, readImageWhileOpen } from '../../../src/desktop/images/wiring.ts'
import { followConnection } from '../../../src/desktop/sound/wiring.ts'
import { copyMachine } from '../../../src/machines/copy/machine.ts'
import type { ConnectionInput } from '../../../src/machines/desktop/context.ts'
import type {
  ConnectionCommand,
  ConnectionEvent,
  Role,
} from '../../../src/machines/desktop/events.ts'
import { desktopMachine } from '../../../src/machines/desktop/machine.ts'
import { desktopBarMachine } from '../../../src/machines/desktop-bar/machine.ts'
import type {
  ClipboardImage,
  ReadAnswer,
} from '../../../src/machines/desktop-clipboard-image/events.ts'
import { desktopClipboardImageMachine } from '../../../src/machines/desktop-clipboard-image/machine.ts'
import type { ListAnswer } from '../../../src/machines/desktop-files/events.ts'
import { desktopFilesMachine } from '../../../src/machines/desktop-files/machine.ts'
import type { HomeEntry } from '../../../src/machines/desktop-files/selectors.ts'
import type { SendAnswer } from '../../../src/machines/desktop-paste/events.ts'
import { desktopPasteMachine } from '../../../src/machines/desktop-paste/machine.ts'
import type { SpeakerFailed } from '../../../src/machines/desktop-sound/events.ts'
import { desktopSoundMachine } from '../../../src/machines/desktop-sound/machine.ts'
import type { DesktopTransferEvent } from '../../../src/machines/desktop-transfer/events.ts'
import {
  desktopTransferMachine,
  type MoveInput,
} from '../../../src/machines/desktop-transfer/machine.ts'
import { createSoundLink } from '../../../src/remote-desktop/sound/link.ts'
import { createFakeCallback, createFakePromise } from '../../support/fakes/calls.ts'
import { iconsIn } from '../../support/icons.ts'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const home = (entries: HomeEntry[]): ListAnswer => ({
  ok: true,
  data: { entries, isCut: false, used: 1_200_000_000, limit: 2_000_000_000, maxFileSize: 1e9 },
})

function show(
  ticket: string | null = 'ticket',
  list: (path: string) => Promise<ListAnswer> = async () => home([]),
  role: Role = 'owner',
  canPlay = true,
  allowsCopying = true,
) {
  const commands: ConnectionCommand[] = []
  let tell = (_: ConnectionEvent) => {}
  const machine = desktopMachine.provide({
    actors: {
      connection: fromCallback<ConnectionCommand, ConnectionInput>(({ sendBack, receive }) => {
        tell = sendBack
        receive(command => commands.push(command))
      }),
      network: fromCallback(() => {}),
      askForTicket: fromPromise(() => new Promise<string>(() => {})),
      copyOut: fromPromise(() => Promise.reject(new Error('not allowed'))),
    },
    actions: {
      notifyConnected: () => {},
      notifyEnded: () => {},
      leaveFocus: () => {},
      toggleFullscreen: () => {},
    },
  })
  const preferences = { scaling: 'fit', quality: 'auto', textSize: 'auto' } as const
  const desktop = createActor(machine, {
    input: { ticket, preferences, role, random: () => 0.5 },
  }).start()
  const bar = createActor(desktopBarMachine).start()
  const sent: MoveInput[] = []
  const transfers = new Map<string, (event: DesktopTransferEvent) => void>()
  let count = 0
  const files = createActor(
    desktopFilesMachine.provide({
      actors: {
        listFolder: fromPromise<ListAnswer, string>(({ input }) => list(input)),
        transfer: desktopTransferMachine.provide({
          actors: {
            moveContent: fromCallback(({ input, sendBack }) => {
              sent.push(input)
              transfers.set(input.name, sendBack as never)
            }),
            network: fromCallback(() => {}),
          },
          actions: { takeBack: () => {} },
        }),
      },
    }),
    { input: { newId: () => `transfer ${++count}` } },
  ).start()
  const copied: string[] = []
  const copy = createActor(
    copyMachine.provide({
      actors: {
        writeClipboard: fromPromise(async ({ input }) => {
          if (!allowsCopying) throw new Error('not allowed')
          copied.push(input.text)
        }),
      },
    }),
  ).start()
  const pasting = createFakePromise<SendAnswer, Blob>()
  const paste = createActor(
    desktopPasteMachine.provide({ actors: { sendImage: pasting.logic } }),
  ).start()
  const reading = createFakePromise<ReadAnswer>()
  const writing = createFakePromise<void, ClipboardImage | null>()
  const image = createActor(
    desktopClipboardImageMachine.provide({
      actors: { readImage: reading.logic, writeImage: writing.logic },
    }),
  ).start()
  const link = createSoundLink()
  const asked: string[] = []
  const speaker = createFakeCallback<SpeakerFailed>()
  const sound = createActor(
    desktopSoundMachine.provide({
      actors: { speaker: speaker.logic, visibility: fromCallback(() => {}) },
      actions: {
        askForSound: () => link.command('sound.begin'),
        endSound: () => link.command('sound.end'),
      },
    }),
    { input: { canPlay } },
  ).start()
  followConnection(link, sound)
  const detach = link.attach(text => asked.push(text))
  readImageWhileOpen(bar, image)
  readHomeWhileOpen(bar, files)
  takeDrops(window, bar, files)
  const report = (name: string, ...events: DesktopTransferEvent[]) =>
    act(() => {
      for (const event of events) transfers.get(name)?.(event)
    })
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  render(
    <I18nProvider i18n={i18n}>
      <ActorsProvider {...{ desktop, bar, files, copy, paste, image, sound }}>
        <DesktopPage />
      </ActorsProvider>
    </I18nProvider>,
  )
  const hear = (...events: ConnectionEvent[]) =>
    act(() => {
      for (const event of events) tell(event)
    })
  const connect = () =>
    hear(
      { type: 'connection.opened' },
      { type: 'connection.greeted' },
      { type: 'connection.painted' },
    )
  const images = { paste: pasteInto(paste), pasting, reading, writing }
  const reported = (now: 'off' | 'on' | 'failed') => act(() => link.reported(now))
  const sounds = { asked, speaker, reported, detach: () => act(detach) }
  return { commands, copied, hear, connect, sent, report, images, sounds, user: userEvent.setup() }
}

const button = (name: string | RegExp) => screen.getByRole('button', { name })

test('the page says what is the matter, as long as there is no connection', () => {
  const { connect, hear } = show()
  expect(screen.getByText('Connecting to your desktop…')).toBeTruthy()
  connect()
  expect(screen.queryByText(/Connecting/)).toBe(null)
  hear({ type: 'connection.lost' })
  expect(screen.getByText('Connection lost. Reconnecting…')).toBeTruthy()
  expect(button('Try now')).toBeTruthy()
})

test('a stopped desktop offers to connect again', async () => {
  const { hear, user } = show()
  hear({ type: 'desktop.ended' })
  expect(screen.getByText('The desktop was stopped.')).toBeTruthy()
  const keys = document.createElement('textarea')
  keys.id = 'keys'
  document.body.append(keys)
  onTestFinished(() => keys.remove())
  await user.click(button('Reconnect'))
  expect(screen.getByText('Reconnecting…')).toBeTruthy()
  // The button is gone.
  expect(document.activeElement).toBe(keys)
})

test('the latency is in the bar, with words for how the connection is', () => {
  const { connect, hear } = show()
  connect()
  expect(screen.getByRole('img', { name: 'Connection: not measured' })).toBeTruthy()
  hear({
    type: 'connection.measured',
    sample: { latency: 180.4, idleLatency: 170, bandwidth: 1000, photos: null },
  })
  expect(screen.getByRole('img', { name: 'Connection: slow' })).toBeTruthy()
  expect(screen.getByText('180 ms')).toBeTruthy()
})

test('the on-screen keyboard has the picture of a keyboard', () => {
  show().connect()
  expect(iconsIn(button('On-screen keyboard'))).toEqual(['keyboardIcon'])
})

test('special keys go to the desktop, and held ones show it', async () => {
  const { connect, commands, user } = show()
  connect()
  commands.splice(0)
  await user.click(button('Special keys'))
  await user.click(button('Ctrl + Alt + Del'))
  await user.click(button('Ctrl'))
  expect(button('Ctrl').getAttribute('aria-pressed')).toBe('true')
  expect(commands).toEqual([
    { type: 'keys.press', keys: ['Control', 'Alt', 'Delete'] },
    { type: 'key.hold', key: 'Control', down: true },
  ])
})

test('each button of the special keys presses what it says', async () => {
  const { connect, commands, user } = show()
  connect()
  commands.splice(0)
  await user.click(button('Special keys'))
  const keys = [
    ...[['Escape'], ['Tab'], ['Super'], ['AltGr'], ['Control', 'Alt', 'Delete'], ['Alt', 'Tab']],
    ...[
      ['Alt', 'F4'],
      ['Control', 'W'],
      ['Control', 'T'],
      ['Control', 'N'],
      ['Control', 'Tab'],
    ],
    ...[['F1'], ['F12']],
  ]
  const names: Record<string, string> = { Escape: 'Esc', Control: 'Ctrl', Delete: 'Del' }
  for (const combination of keys) {
    const name = combination.map(key => names[key] ?? key).join(' + ')
    const [first] = screen.getAllByRole('button', { name })
    if (first) await user.click(first)
  }
  expect(commands).toEqual(keys.map(combination => ({ type: 'keys.press', keys: combination })))
})

test('a text goes to the clipboard of the desktop, or is typed', async () => {
  const { connect, commands, user } = show()
  connect()
  commands.splice(0)
  await user.click(button('Clipboard'))
  await user.type(screen.getByLabelText('Text of the clipboard'), 'flag')
  await user.click(button('Send to the desktop'))
  await user.click(button('Type it as keystrokes'))
  expect(commands).toEqual([
    { type: 'clipboard.send', text: 'flag' },
    { type: 'text.type', text: 'flag' },
  ])
})

test('a text that the desktop copies appears in the field, which keeps the focus', async () => {
  const { connect, hear, user } = show()
  connect()
  await user.click(button('Clipboard'))
  const field = screen.getByLabelText<HTMLTextAreaElement>('Text of the clipboard')
  await user.type(field, 'typed')
  hear({ type: 'clipboard.received', text: 'flag' })
  expect(screen.getByLabelText<HTMLTextAreaElement>('Text of the clipboard').value).toBe('flag')
  expect(document.activeElement).toBe(screen.getByLabelText('Text of the clipboard'))
})

test('a panel that is closed from within leaves the focus in the bar', async () => {
  const { user } = show()
  await user.click(button('Help'))
  await user.click(button('Close'))
  expect(screen.queryByRole('region', { name: 'Help' })).toBe(null)
  const controls = screen.getByRole('group', { name: 'Desktop controls' })
  expect(controls.contains(document.activeElement)).toBe(true)
})

test('Escape closes the panel, and the button that opened it has the focus again', async () => {
  const { user } = show()
  await user.click(button('Special keys'))
  await user.click(button('F1'))
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('region', { name: 'Special keys' })).toBe(null)
  expect(document.activeElement).toBe(button('Special keys'))
})

test('a panel that is opened has the focus, and its own buttons come next', async () => {
  const { user } = show()
  button('Clipboard').focus()
  await user.keyboard('{Enter}')
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Clipboard' }))
  await user.tab()
  expect(document.activeElement).toBe(button('Close'))
})

test('notices at the same time are below each other', async () => {
  const { connect, hear, images } = show()
  connect()
  hear({ type: 'clipboard.received', text: 'flag' })
  void images.paste(new Blob(['screenshot']))
  const notice = (text: RegExp) => screen.getByText(text).closest('[class*="_notice_"]')
  await screen.findByText(/Bringing your image/)
  expect(notice(/The desktop copied text/)?.nextElementSibling).toBe(notice(/Bringing your image/))
})

test('a text that the browser does not take is offered with a button', async () => {
  const { connect, hear } = show()
  connect()
  hear({ type: 'clipboard.received', text: 'flag' })
  const copy = await screen.findByRole('button', { name: 'Copy' })
  expect(copy.closest('[role=status]')?.textContent).toContain('The desktop copied text.')
})

test('size and quality are chosen in the panel of the picture', async () => {
  const { connect, commands, user } = show()
  connect()
  commands.splice(0)
  await user.click(button('Picture'))
  await user.selectOptions(screen.getByLabelText('Size'), 'Actual size')
  await user.selectOptions(screen.getByLabelText('Quality'), 'lowest')
  expect(commands.at(-1)).toEqual({
    type: 'settings.apply',
    scaling: 'actual',
    quality: 0,
    exact: false,
    viewOnly: false,
    textSize: 'auto',
  })
})

test('the size of texts is chosen where the desktop follows the window', async () => {
  const { connect, commands, user } = show()
  connect()
  await user.click(button('Picture'))
  expect(screen.queryByLabelText('Text size')).toBe(null)
  await user.selectOptions(screen.getByLabelText('Size'), 'Same size as the window')
  await user.selectOptions(screen.getByLabelText('Text size'), '150%')
  expect(commands.at(-1)).toMatchObject({ type: 'settings.apply', textSize: 150 })
})

test('a watcher presses no keys', async () => {
  const { connect, user } = show()
  connect()
  expect(button('View only: off').getAttribute('aria-pressed')).toBe('false')
  expect(iconsIn(button('View only: off'))).toEqual(['eyeOffIcon'])
  await user.click(button('View only: off'))
  expect(iconsIn(button('View only: on'))).toEqual(['eyeIcon'])
  expect(button('View only: on').getAttribute('aria-pressed')).toBe('true')
  await user.click(button('Special keys'))
  expect(button('Esc').getAttribute('aria-disabled')).toBe('true')
})

const capture = new File(['x'.repeat(2_000_000)], 'capture.pcap')

/** A browser's event for files that are dragged over a page. */
function drag(
  type: 'dragover' | 'drop' | 'dragleave',
  files: File[],
  relatedTarget: Element | null = null,
) {
  const event = new Event(type, { cancelable: true })
  Object.assign(event, { relatedTarget, dataTransfer: { types: ['Files'], files } })
  act(() => void window.dispatchEvent(event))
  return event
}

test('a file that is dropped is sent, and its progress is shown until it is there', async () => {
  const { report, sent } = show()
  expect(drag('dragover', []).defaultPrevented).toBe(true)
  // The pointer moves to another element of the page, and then leaves the page.
  drag('dragleave', [], document.body)
  expect(screen.getByText('Copy to ~/Downloads')).toBeTruthy()
  drag('dragleave', [])
  expect(screen.queryByText('Copy to ~/Downloads')).toBe(null)
  drag('dragover', [])
  expect(drag('drop', [capture]).defaultPrevented).toBe(true)
  expect(screen.queryByText('Copy to ~/Downloads')).toBe(null)
  expect(sent.map(({ name, size }) => [name, size])).toEqual([['capture.pcap', 2_000_000]])
  report('capture.pcap', { type: 'content.moved', bytes: 500_000 })
  expect(screen.getByText('0.5 MB / 2 MB')).toBeTruthy()
  expect(screen.getByRole('progressbar').getAttribute('value')).toBe('500000')
  report('capture.pcap', { type: 'content.cut' })
  expect(screen.getByRole('listitem').textContent).toContain(
    'Connection lost. Reconnecting… 0.5 MB / 2 MB',
  )
})

test('a file that was chosen is sent, and can be chosen again', async () => {
  const { sent, user } = show()
  await user.click(button('Files'))
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('Files cannot be chosen.')
  const opened = vi.spyOn(input, 'click')
  await user.click(button('Choose files'))
  expect(opened).toHaveBeenCalledOnce()
  await user.upload(input, capture)
  expect([sent.map(({ name }) => name), input.value]).toEqual([['capture.pcap'], ''])
})

test('files that are too many for one drop are counted, until the next drop', () => {
  show()
  drag(
    'drop',
    Array.from({ length: 101 }, () => capture),
  )
  expect(screen.getByRole('alert').textContent).toBe(
    '1 file was left out: at most 100 are taken at once. Choose or drop it again.',
  )
  drag('drop', [capture])
  expect(screen.queryByRole('alert')).toBe(null)
})

test('screen readers hear that a file is interrupted, and not each part of it', () => {
  const { report } = show()
  drag('drop', [capture])
  const heard = () => within(screen.getByRole('listitem')).getByRole('status').textContent
  report('capture.pcap', { type: 'content.moved', bytes: 500_000 })
  expect(heard()).toBe('')
  report('capture.pcap', { type: 'content.cut' })
  expect(heard()).toMatch(/^Connection lost/)
})

test('a file that leaves the list, and a folder that is opened, leave the focus in their panel', async () => {
  const { user } = show('ticket', async path =>
    home(path === '' ? [{ name: 'work', kind: 'folder', bytes: null }] : []),
  )
  drag('drop', [capture])
  await user.click(button('Remove capture.pcap'))
  const panel = screen.getByRole('region', { name: 'Files' })
  expect(panel.contains(document.activeElement)).toBe(true)
  await user.click(await screen.findByRole('button', { name: 'work/' }))
  expect(await screen.findByText('This folder is empty.')).toBeTruthy()
  const folder = screen.getByRole('region', { name: '~/work' })
  expect(folder.contains(document.activeElement)).toBe(true)
})

test('a file that has arrived has its name in ~/Downloads, and leaves the list when asked', async () => {
  const { report, user } = show()
  drag('drop', [capture])
  report('capture.pcap', { type: 'content.completed', name: 'capture (2).pcap' })
  expect(screen.getByText('capture (2).pcap')).toBeTruthy()
  expect(screen.getByText('~/Downloads')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBe(null)
  await user.click(button('Remove capture (2).pcap'))
  expect(screen.queryByText('capture (2).pcap')).toBe(null)
})

test('a refused file says why, and can be tried again', async () => {
  const { report, sent, user } = show()
  drag('drop', [capture])
  report('capture.pcap', { type: 'content.refused', failure: 'homeFull' })
  expect(screen.getByText(/^Not enough space/)).toBeTruthy()
  await user.click(button('Try again'))
  expect(sent).toHaveLength(2)
})

test('the home is shown with its quota; its folders are opened and its files fetched', async () => {
  const asked: string[] = []
  const { sent, user } = show('ticket', async path => {
    asked.push(path)
    if (path === 'work') return home([])
    return home([
      { name: 'work', kind: 'folder', bytes: null },
      { name: 'fl\u202eag.txt', kind: 'file', bytes: 1500 },
      { name: 'etc', kind: 'link', bytes: null },
    ])
  })
  await user.click(button('Files'))
  expect(await screen.findByText(/1.2 GB of 2 GB used, at most 1 GB per file/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Download etc' })).toBe(null)
  await user.click(button('Download fl\ufffdag.txt'))
  expect(sent[0]?.source).toEqual({ kind: 'download', path: 'fl\u202eag.txt' })
  expect(button('Up one folder').getAttribute('aria-disabled')).toBe('true')
  await user.click(button('work/'))
  expect(await screen.findByText('This folder is empty.')).toBeTruthy()
  expect(button('Up one folder').getAttribute('aria-disabled')).toBe(null)
  await user.click(button('Up one folder'))
  expect(await screen.findByRole('button', { name: 'work/' })).toBeTruthy()
  expect(asked).toEqual(['', 'work', ''])
})

test.each([true, false])('of a folder with too many files, %s, it says so', async isCut => {
  const { user } = show('ticket', async () => {
    const answer = home([{ name: 'flag.txt', kind: 'file', bytes: 15 }])
    return answer.ok ? { ...answer, data: { ...answer.data, isCut } } : answer
  })
  await user.click(button('Files'))
  expect(await screen.findByText('flag.txt')).toBeTruthy()
  expect(screen.queryByText('More files are not shown.') !== null).toBe(isCut)
})

test('a home that cannot be read says why, and is read again', async () => {
  let isStopped = true
  const { user } = show('ticket', async () => {
    if (isStopped) return { ok: false, failure: 'notRunning' }
    return home([])
  })
  await user.click(button('Files'))
  expect(await screen.findByText('The desktop was stopped.')).toBeTruthy()
  isStopped = false
  await user.click(button('Try again'))
  expect(await screen.findByText('This folder is empty.')).toBeTruthy()
})

const link = 'https://ctf.example/flugzeug#view=x'

test.each([
  ['has', 'In fullscreen, the desktop gets all keys.'],
  ['lacks', 'ends fullscreen.'],
])('the help says what Esc does in a browser that %s keyboard lock', async (has, text) => {
  if (has === 'has') Object.defineProperty(navigator, 'keyboard', { value: {}, configurable: true })
  try {
    const { user } = show()
    await user.click(button('Help'))
    expect(screen.getByRole('list').textContent).toContain(text)
  } finally {
    Reflect.deleteProperty(navigator, 'keyboard')
  }
})

test('an owner makes a link for team mates, copies it, sees who watches, and ends it', async () => {
  const { commands, copied, connect, hear, user } = show()
  connect()
  commands.length = 0
  await user.click(button('Let team mates watch'))
  await user.click(button('Create link'))
  expect(commands).toEqual([{ type: 'sharing.begin' }])
  hear({ type: 'sharing.reported', sharing: { link, watchers: [] } })
  expect(screen.getByText(/Nobody is watching/)).toBeTruthy()
  await user.click(button('Copy the link'))
  expect(copied).toEqual([link])
  hear({ type: 'sharing.reported', sharing: { link, watchers: ['Bob'] } })
  expect(screen.getByText(/^Watching now: Bob\./)).toBeTruthy()
  // Screen readers hear who comes.
  expect(screen.getByText('Bob is watching').closest('[aria-live=polite]')).not.toBe(null)
  hear({ type: 'sharing.reported', sharing: { link, watchers: ['Bob', 'Carol'] } })
  expect(screen.getByText('Bob and Carol are watching')).toBeTruthy()
  await user.click(button('Close'))
  // The mark stays as long as somebody watches.
  expect(screen.getByText('Bob and Carol are watching')).toBeTruthy()
  await user.click(button('Let team mates watch'))
  await user.click(button('Stop sharing'))
  expect(commands.at(-1)).toEqual({ type: 'sharing.end' })
  hear({ type: 'sharing.reported', sharing: { link: null, watchers: [] } })
  expect(screen.queryByText(/are watching/)).toBe(null)
})

test('a browser that blocks copying is said to, beside the link', async () => {
  const { connect, copied, hear, user } = show('ticket', undefined, 'owner', true, false)
  connect()
  await user.click(button('Let team mates watch'))
  hear({ type: 'sharing.reported', sharing: { link, watchers: [] } })
  await user.click(button('Copy the link'))
  expect((await screen.findByRole('alert')).textContent).toMatch(/^Your browser blocked copying/)
  expect(copied).toEqual([])
})

test('a team mate who watches is offered the picture, and nothing that would change the desktop', async () => {
  const { connect, user } = show('ticket', undefined, 'watcher')
  expect(screen.getByText('Connecting to the desktop…')).toBeTruthy()
  connect()
  const names = screen.getAllByRole('button').map(one => one.getAttribute('aria-label'))
  expect(names.filter(name => name !== null)).toEqual(['Fullscreen', 'Picture'])
  await user.click(button('Picture'))
  const sizes = within(screen.getByRole('combobox', { name: 'Size' })).getAllByRole('option')
  expect(sizes.map(one => one.textContent)).toEqual(['Fit to window', 'Actual size'])
  expect(screen.queryByRole('link', { name: 'Open a second screen' })).toBe(null)
})

test('a user who plays alone is offered no link for team mates', () => {
  const { connect } = show('ticket', undefined, 'alone')
  connect()
  expect(screen.queryByRole('button', { name: 'Let team mates watch' })).toBe(null)
  expect(button('Files')).toBeTruthy()
})

const picture = { png: new Blob(['png']), picture: { width: 80, height: 60 } as ImageBitmap }

/** jsdom has no canvas to draw on. */
function spyOnDrawing() {
  const drawImage = vi.fn()
  const context = { drawImage } as unknown as RenderingContext
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context)
  return drawImage
}

test('an image that is pasted is on its way, and then there', async () => {
  const { images } = show()
  const arrived = images.paste(new Blob(['screenshot']))
  const notice = (text: string) => screen.getByText(text).closest('[class*="_notice_"]')
  expect(await screen.findByText('Bringing your image into the desktop…')).toBeTruthy()
  expect(notice('Bringing your image into the desktop…')?.className).toContain('info')
  // Meanwhile a second image is not accepted.
  expect(await images.paste(new Blob(['other']))).toBe(false)
  images.pasting.last().answer.resolve({ ok: true, data: undefined })
  expect(await arrived).toBe(true)
  expect(await screen.findByText('Your image is in the desktop’s clipboard.')).toBeTruthy()
  expect(notice('Your image is in the desktop’s clipboard.')?.className).toContain('success')
  expect(images.pasting.calls.length).toBe(1)
})

test('one that does not arrive says why, until that is closed', async () => {
  const { images, user } = show()
  const arrived = images.paste(new Blob(['screenshot']))
  images.pasting.last().answer.resolve({ ok: false, failure: 'tooLarge' })
  expect(await arrived).toBe(false)
  expect((await screen.findByRole('alert')).textContent).toContain('too large')
  await user.click(button('Close'))
  expect(screen.queryByRole('alert')).toBe(null)
})

test('the image of the desktop is read when its panel opens, shown, and copied by a click', async () => {
  const drawImage = spyOnDrawing()
  const { connect, images, user } = show()
  connect()
  expect(images.reading.calls.length).toBe(0)
  await user.click(button('Clipboard'))
  images.reading.last().answer.resolve({ ok: true, data: picture })
  expect(await screen.findByRole('img', { name: 'Image, 80 × 60 pixels' })).toBeTruthy()
  expect(drawImage).toHaveBeenLastCalledWith(picture.picture, 0, 0)
  await user.click(button('Copy image'))
  expect(images.writing.last().input).toBe(picture)
  images.writing.last().answer.resolve()
  expect(await screen.findByRole('button', { name: 'Copied' })).toBeTruthy()
  const part = screen.getByRole('region', { name: 'Image in the desktop’s clipboard' })
  expect(within(part).getByRole('status').textContent).toBe('Copied')
})

test('if the browser refuses an image, the page says another way', async () => {
  spyOnDrawing()
  const { connect, images, user } = show()
  connect()
  await user.click(button('Clipboard'))
  images.reading.last().answer.resolve({ ok: true, data: picture })
  await user.click(await screen.findByRole('button', { name: 'Copy image' }))
  images.writing.last().answer.reject(new Error('not allowed'))
  expect(await screen.findByText(/Right-click the image/)).toBeTruthy()
})

test('a clipboard without an image says so, and is read again by a click', async () => {
  const { connect, images, user } = show()
  connect()
  await user.click(button('Clipboard'))
  images.reading.last().answer.resolve({ ok: false, failure: 'noImage' })
  expect(await screen.findByText('There is no image in the desktop’s clipboard.')).toBeTruthy()
  await user.click(button('Look for an image again'))
  expect(images.reading.calls.length).toBe(2)
})

const soundOf = (role: Role = 'owner', canPlay = true) => {
  const scene = show('ticket', async () => home([]), role, canPlay)
  scene.connect()
  return scene
}

test.each<Role>(['owner', 'watcher'])(
  'the sound of a desktop that has one is turned on and off, on the page of the %s',
  async role => {
    const { sounds, user } = soundOf(role)
    expect(screen.queryByRole('button', { name: /Sound/ })).toBe(null)
    sounds.reported('off')
    expect(sounds.asked).toEqual([])
    const silent = button('Sound: off').innerHTML
    await user.click(button('Sound: off'))
    sounds.reported('on')
    expect(button('Sound: on').getAttribute('aria-pressed')).toBe('true')
    // The waves of its speaker are arcs, the cross of a silent one is not.
    const drawn = button('Sound: on').innerHTML
    expect([drawn, silent].map(one => / d="[^"]*a/.test(one))).toEqual([true, false])
    await user.click(button('Sound: on'))
    expect(button('Sound: off').getAttribute('aria-pressed')).toBe('false')
    expect(sounds.asked).toEqual(['sound.begin', 'sound.end'])
    sounds.detach()
    expect(screen.queryByRole('button', { name: /Sound/ })).toBe(null)
  },
)

test('why there is no sound is said until the user has read it', async () => {
  const { sounds, user } = soundOf()
  sounds.reported('off')
  await user.click(button('Sound: off'))
  sounds.reported('failed')
  expect(screen.getByText(/The desktop does not send its sound/)).toBeTruthy()
  await user.click(button('Close'))
  expect(screen.queryByText('No sound')).toBe(null)
  await user.click(button('Sound: off'))
  act(() => sounds.speaker.send({ type: 'speaker.failed' }))
  expect(screen.getByText(/Your browser stopped playing/)).toBeTruthy()
})

test('a browser without a decoder says what would play it', async () => {
  const { sounds, user } = soundOf('owner', false)
  sounds.reported('off')
  await user.click(button('Sound: off'))
  expect(screen.getByText(/Use a current Chrome, Edge, Firefox or Safari/)).toBeTruthy()
  expect(sounds.asked).toEqual([])
})
