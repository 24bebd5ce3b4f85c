import { expect, test } from 'vitest'
import { createActor, fromCallback, fromPromise } from 'xstate'
import type { ConnectionInput } from '../../../src/machines/desktop/context.ts'
import type {
  ConnectionCommand,
  ConnectionEvent,
  Role,
} from '../../../src/machines/desktop/events.ts'
import { desktopMachine } from '../../../src/machines/desktop/machine.ts'
import {
  clipboardOf,
  connectionStatusOf,
  isViewOnly,
  isWithheld,
  latencyLevelOf,
  latencyOf,
  preferencesOf,
  pressedKeysOf,
  qualityOf,
  sharedLinkOf,
  watchersOf,
} from '../../../src/machines/desktop/selectors.ts'
import { createTime, settled } from '../../support/time.ts'

interface StartOptions {
  ticket?: string | null
  /** The ticket that the embedding page answers with; null: no answer; an error: it has no ticket. */
  newTicket?: string | null | Error
  copyOut?: (text: string) => Promise<void>
  role?: Role
}

function start({
  ticket = 'first',
  newTicket = 'second',
  copyOut = async () => {},
  role = 'owner',
}: StartOptions = {}) {
  const time = createTime()
  const tickets: (string | null)[] = []
  const commands: ConnectionCommand[] = []
  const reported: string[] = []
  let asked = 0
  let tell = (_: ConnectionEvent) => {}
  let back = () => {}
  const desktop = createActor(
    desktopMachine.provide({
      actors: {
        connection: fromCallback<ConnectionCommand, ConnectionInput>(
          ({ input, sendBack, receive }) => {
            tickets.push(input.ticket)
            tell = sendBack
            receive(command => commands.push(command))
          },
        ),
        network: fromCallback(({ sendBack }) => {
          back = () => sendBack({ type: 'network.returned' })
        }),
        askForTicket: fromPromise(async () => {
          asked += 1
          if (newTicket === null) return new Promise<string>(() => {})
          if (newTicket instanceof Error) throw newTicket
          return newTicket
        }),
        copyOut: fromPromise<void, string>(({ input }) => copyOut(input)),
      },
      actions: {
        leaveFocus: () => reported.push('leaveFocus'),
        toggleFullscreen: () => reported.push('toggleFullscreen'),
        notifyConnected: () => {},
        notifyEnded: () => reported.push('ended'),
      },
    }),
    {
      clock: time.clock,
      input: {
        ticket,
        role,
        random: () => 0.5,
        preferences: { scaling: 'fit', quality: 'auto', textSize: 'auto' },
      },
    },
  ).start()
  const connect = () => {
    tell({ type: 'connection.opened' })
    tell({ type: 'connection.greeted' })
    tell({ type: 'connection.painted' })
  }
  return {
    desktop,
    time,
    tickets,
    commands,
    reported,
    connect,
    now: () => connectionStatusOf(desktop.getSnapshot()),
    hear: (event: ConnectionEvent) => tell(event),
    networkReturns: () => back(),
    /** How often the embedding page was asked for a ticket. */
    asked: () => asked,
  }
}

test('a cut connection is tried again after delays that grow to little more than a second', () => {
  const { connect, hear, time, tickets, now } = start()
  connect()
  const delays: number[] = []
  for (let cut = 0; cut < 6; cut++) {
    const before = tickets.length
    hear({ type: 'connection.lost' })
    expect(now()).toBe('reconnecting')
    let waited = 0
    for (; tickets.length === before; waited += 50) time.pass(50)
    delays.push(waited)
  }
  expect(delays).toEqual([250, 500, 1000, 1200, 1200, 1200])
})

test('a connection that lasts five seconds starts the delays again', () => {
  const { connect, hear, time, tickets, desktop } = start()
  for (let cut = 0; cut < 4; cut++) {
    hear({ type: 'connection.lost' })
    time.pass(2000)
  }
  connect()
  time.pass(5000)
  expect(desktop.getSnapshot().context.attempts).toBe(0)
  hear({ type: 'connection.lost' })
  time.pass(250)
  expect(tickets).toHaveLength(6)
})

test('a connection that does not open within three seconds counts as cut', () => {
  const { time, now } = start()
  time.pass(2999)
  expect(now()).toBe('connecting')
  time.pass(1)
  expect(now()).toBe('reconnecting')
})

test('a first picture that does not come within a minute counts as cut', () => {
  const { time, hear, now } = start()
  hear({ type: 'connection.opened' })
  hear({ type: 'connection.greeted' })
  time.pass(59_999)
  expect(now()).toBe('connecting')
  time.pass(1)
  expect(now()).toBe('reconnecting')
})

test('after a hundred attempts it gives up, and tries again when the network is back', async () => {
  const { time, now, networkReturns, tickets } = start()
  while (tickets.length < 100) time.pass(1000)
  time.pass(3000)
  expect(now()).toBe('exhausted')
  const tried = tickets.length
  time.pass(3_600_000)
  expect(tickets).toHaveLength(tried)
  networkReturns()
  await settled()
  expect(now()).toBe('connecting')
  while (tickets.length < tried + 59) time.pass(1000)
  expect(now()).toBe('connecting')
})

test('a network that is back ends a delay at once', () => {
  const { hear, connect, now, networkReturns } = start()
  connect()
  hear({ type: 'connection.lost' })
  networkReturns()
  expect(now()).toBe('connecting')
})

test('a ticket that was good and is refused is exchanged at once', async () => {
  const { connect, hear, time, tickets, now } = start()
  connect()
  hear({ type: 'connection.lost' })
  time.pass(250)
  hear({ type: 'ticket.refused' })
  expect(now()).toBe('refused')
  await settled()
  expect(tickets).toEqual(['first', 'first', 'second'])
})

test('a ticket that is refused at once is tried once more, so that no storm of requests comes', async () => {
  const { hear, time, tickets, now } = start()
  hear({ type: 'ticket.refused' })
  expect(now()).toBe('reconnecting')
  time.pass(250)
  hear({ type: 'ticket.refused' })
  await settled()
  hear({ type: 'ticket.refused' })
  expect(now()).toBe('reconnecting')
  expect(tickets).toEqual(['first', 'first', 'second'])
})

test('without a ticket one is asked for; where nobody answers, the page says so', () => {
  const { now, time, tickets } = start({ ticket: null, newTicket: null })
  time.pass(14_999)
  expect(now()).toBe('refused')
  time.pass(1)
  expect(now()).toBe('unanswered')
  expect(tickets).toEqual([])
})

test('a stopped desktop is reported to the page and not connected to again by itself', () => {
  const { connect, hear, now, time, reported, tickets } = start()
  connect()
  hear({ type: 'desktop.ended' })
  time.pass(3_600_000)
  expect({ now: now(), reported, tickets }).toEqual({
    now: 'ended',
    reported: ['ended'],
    tickets: ['first'],
  })
})

test('a text that the desktop copies goes into the clipboard of the browser', async () => {
  const { connect, hear, desktop } = start()
  connect()
  hear({ type: 'clipboard.received', text: 'flag' })
  await settled()
  expect(clipboardOf(desktop.getSnapshot())).toBe('flag')
  expect(desktop.getSnapshot().value).toEqual({ online: { connected: 'settled' } })
})

test('a text that the browser does not take waits for a click', async () => {
  const answers = [Promise.reject(new Error('no')), Promise.resolve()]
  const { connect, hear, desktop } = start({ copyOut: () => answers.shift() ?? Promise.resolve() })
  connect()
  hear({ type: 'clipboard.received', text: 'flag' })
  await settled()
  expect(isWithheld(desktop.getSnapshot())).toBe(true)
  desktop.send({ type: 'clipboard.take' })
  await settled()
  expect(isWithheld(desktop.getSnapshot())).toBe(false)
})

test('nothing is sent to a desktop with view only', () => {
  const { connect, desktop, commands } = start()
  connect()
  commands.splice(0)
  desktop.send({ type: 'viewOnly.toggle' })
  desktop.send({ type: 'keys.press', keys: ['Escape'] })
  desktop.send({ type: 'text.type', text: 'x' })
  desktop.send({ type: 'clipboard.send', text: 'x' })
  expect(commands).toEqual([
    { type: 'keys.release', keys: [] },
    {
      type: 'settings.apply',
      scaling: 'fit',
      quality: 3,
      exact: false,
      viewOnly: true,
      textSize: 'auto',
    },
  ])
})

test('a held key is released before the desktop is view-only, and when the keyboard leaves it', () => {
  const { connect, desktop, hear, commands } = start()
  connect()
  const hold = () => {
    desktop.send({ type: 'key.toggle', key: 'Super' })
    commands.splice(0)
  }
  hold()
  hear({ type: 'focus.left' })
  expect(commands).toEqual([{ type: 'keys.release', keys: ['Super'] }])
  expect(pressedKeysOf(desktop.getSnapshot())).toEqual([])
  hold()
  desktop.send({ type: 'viewOnly.toggle' })
  expect(commands.map(({ type }) => type)).toEqual(['keys.release', 'settings.apply'])
  expect(pressedKeysOf(desktop.getSnapshot())).toEqual([])
})

test('a held key is released when it is toggled again, and forgotten with the connection', () => {
  const { connect, desktop, hear, commands } = start()
  connect()
  commands.splice(0)
  desktop.send({ type: 'key.toggle', key: 'AltGr' })
  desktop.send({ type: 'key.toggle', key: 'AltGr' })
  desktop.send({ type: 'key.toggle', key: 'Super' })
  expect(commands).toEqual([
    { type: 'key.hold', key: 'AltGr', down: true },
    { type: 'key.hold', key: 'AltGr', down: false },
    { type: 'key.hold', key: 'Super', down: true },
  ])
  hear({ type: 'connection.lost' })
  expect(pressedKeysOf(desktop.getSnapshot())).toEqual([])
})

test('settings that are chosen without a connection are applied to the next one', () => {
  const { connect, desktop, commands } = start()
  desktop.send({ type: 'scaling.choose', scaling: 'actual' })
  desktop.send({ type: 'quality.choose', quality: 0 })
  connect()
  expect(commands).toEqual([
    {
      type: 'settings.apply',
      scaling: 'actual',
      quality: 0,
      exact: false,
      viewOnly: false,
      textSize: 'auto',
    },
  ])
})

test('a full connection lowers the quality, unless the user chose one', () => {
  const { connect, desktop, hear } = start()
  connect()
  const full = { latency: 900, idleLatency: 80, bandwidth: 100_000, photos: null }
  hear({ type: 'connection.measured', sample: full })
  expect(qualityOf(desktop.getSnapshot())).toBe(1)
  desktop.send({ type: 'quality.choose', quality: 4 })
  expect(qualityOf(desktop.getSnapshot())).toBe(4)
})

test('Esc twice hands the focus on', () => {
  const { connect, hear, reported } = start()
  connect()
  hear({ type: 'focus.left' })
  expect(reported).toEqual(['leaveFocus'])
})

test('a desktop that opens the connection and does not greet within ten seconds counts as cut', () => {
  const { hear, time, now } = start()
  hear({ type: 'connection.opened' })
  time.pass(9_999)
  expect(now()).toBe('connecting')
  time.pass(1)
  expect(now()).toBe('reconnecting')
})

test('after a connection that breaks within five seconds, the delays keep growing', () => {
  const { connect, hear, time, tickets } = start()
  for (let cut = 0; cut < 3; cut++) {
    connect()
    time.pass(4_999)
    hear({ type: 'connection.lost' })
    time.pass(2_000)
  }
  hear({ type: 'connection.lost' })
  const before = tickets.length
  time.pass(1_199)
  expect(tickets).toHaveLength(before)
})

test('a user who does not want to wait can try at once', () => {
  const { hear, desktop, tickets, now } = start()
  hear({ type: 'connection.lost' })
  desktop.send({ type: 'desktop.connect' })
  expect([now(), tickets]).toEqual(['connecting', ['first', 'first']])
})

test('while the network is not back, a delay goes on', () => {
  const { hear, time, tickets } = start()
  hear({ type: 'connection.lost' })
  time.pass(249)
  expect(tickets).toHaveLength(1)
})

test('a page that has no ticket to give says so at once, and is asked again by the button', async () => {
  const { desktop, now, asked } = start({ ticket: null, newTicket: new Error('none') })
  await settled()
  expect([now(), asked()]).toEqual(['unanswered', 1])
  desktop.send({ type: 'desktop.connect' })
  expect([now(), asked()]).toEqual(['refused', 2])
})

test('a ticket that comes in time connects, and nothing is said later', async () => {
  const { now, time, connect, tickets } = start({ ticket: null })
  await settled()
  connect()
  time.pass(60_000)
  expect([now(), tickets]).toEqual(['connected', ['second']])
})

test('a stopped desktop is connected to again with a new ticket, by the button', async () => {
  const { connect, hear, desktop, now, tickets, reported } = start()
  connect()
  hear({ type: 'desktop.ended' })
  desktop.send({ type: 'desktop.connect' })
  await settled()
  expect([now(), tickets, reported]).toEqual(['connecting', ['first', 'second'], ['ended']])
})

test('keys, typed text, the clipboard and the keyboard of the screen go to the desktop', () => {
  const { connect, desktop, commands } = start()
  const sent = [
    { type: 'keys.press', keys: ['Control', 'Alt', 'Delete'] },
    { type: 'text.type', text: 'echo' },
    { type: 'clipboard.send', text: 'ls' },
    { type: 'keyboard.show' },
  ] as const
  for (const event of sent) desktop.send(event)
  expect(commands).toEqual([])
  connect()
  commands.splice(0)
  for (const event of sent) desktop.send(event)
  expect(commands).toEqual(sent)
})

test('with view only, no key is held and no keyboard is shown, until it is switched off', () => {
  const { connect, desktop, commands } = start()
  connect()
  desktop.send({ type: 'viewOnly.toggle' })
  commands.splice(0)
  desktop.send({ type: 'keyboard.show' })
  desktop.send({ type: 'key.toggle', key: 'Super' })
  expect([commands, pressedKeysOf(desktop.getSnapshot())]).toEqual([[], []])
  desktop.send({ type: 'viewOnly.toggle' })
  desktop.send({ type: 'text.type', text: 'x' })
  expect(commands).toEqual([
    { type: 'keys.release', keys: [] },
    {
      type: 'settings.apply',
      scaling: 'fit',
      quality: 3,
      exact: false,
      viewOnly: false,
      textSize: 'auto',
    },
    { type: 'text.type', text: 'x' },
  ])
})

test('a switch to view only releases the held keys', () => {
  const { connect, desktop } = start()
  connect()
  desktop.send({ type: 'key.toggle', key: 'Super' })
  expect(pressedKeysOf(desktop.getSnapshot())).toEqual(['Super'])
  desktop.send({ type: 'viewOnly.toggle' })
  expect(pressedKeysOf(desktop.getSnapshot())).toEqual([])
})

test('view only can be chosen before there is a connection', () => {
  const { connect, desktop, commands } = start()
  desktop.send({ type: 'viewOnly.toggle' })
  expect(isViewOnly(desktop.getSnapshot())).toBe(true)
  connect()
  expect(commands).toEqual([
    {
      type: 'settings.apply',
      scaling: 'fit',
      quality: 3,
      exact: false,
      viewOnly: true,
      textSize: 'auto',
    },
  ])
})

test('scaling and quality are applied at once, chosen by the user or by the connection', () => {
  const { connect, desktop, hear, commands } = start()
  connect()
  commands.splice(0)
  desktop.send({ type: 'scaling.choose', scaling: 'resize' })
  const sample = { latency: 900, idleLatency: 80, bandwidth: 100_000, photos: null }
  hear({ type: 'connection.measured', sample })
  desktop.send({ type: 'quality.choose', quality: 4 })
  const settings = {
    type: 'settings.apply',
    scaling: 'resize',
    exact: false,
    viewOnly: false,
    textSize: 'auto',
  }
  expect(commands).toEqual([
    { ...settings, quality: 3 },
    { ...settings, quality: 1 },
    { ...settings, quality: 4 },
  ])
  expect(preferencesOf(desktop.getSnapshot())).toEqual({
    scaling: 'resize',
    quality: 4,
    textSize: 'auto',
  })
})

test('fullscreen is asked of the embedding page, with a connection and without', () => {
  const { connect, desktop, reported } = start()
  desktop.send({ type: 'fullscreen.toggle' })
  connect()
  desktop.send({ type: 'fullscreen.toggle' })
  expect(reported).toEqual(['toggleFullscreen', 'toggleFullscreen'])
})

test('a text that the desktop copies meanwhile takes the place of the one that waits', async () => {
  const offered: string[] = []
  const { connect, hear, desktop } = start({
    copyOut: async text => {
      offered.push(text)
      throw new Error('no')
    },
  })
  connect()
  for (const text of ['old', 'new']) {
    hear({ type: 'clipboard.received', text })
    await settled()
  }
  expect([offered, clipboardOf(desktop.getSnapshot()), isWithheld(desktop.getSnapshot())]).toEqual([
    ['old', 'new'],
    'new',
    true,
  ])
})

test('the quality of the connection is known once it is measured', () => {
  const { connect, hear, desktop } = start()
  const look = () => [latencyOf(desktop.getSnapshot()), latencyLevelOf(desktop.getSnapshot())]
  connect()
  const looks = [look()]
  for (const measured of [99.4, 100, 250]) {
    hear({
      type: 'connection.measured',
      sample: { latency: measured, idleLatency: 80, bandwidth: 1_000_000, photos: null },
    })
    looks.push(look())
  }
  expect(looks).toEqual([
    [null, 'unknown'],
    [99, 'good'],
    [100, 'fair'],
    [250, 'poor'],
  ])
  hear({ type: 'connection.lost' })
  expect(look()).toEqual([250, 'unknown'])
})

test('only the owner asks the connection to share, and what it reports is known until it is lost', () => {
  const { connect, hear, commands, desktop } = start()
  desktop.send({ type: 'sharing.begin' })
  connect()
  commands.length = 0
  desktop.send({ type: 'sharing.begin' })
  desktop.send({ type: 'sharing.end' })
  expect(commands).toEqual([{ type: 'sharing.begin' }, { type: 'sharing.end' }])
  hear({ type: 'sharing.reported', sharing: { link: 'link', watchers: ['Bob'] } })
  const look = () => [sharedLinkOf(desktop.getSnapshot()), watchersOf(desktop.getSnapshot())]
  expect(look()).toEqual(['link', ['Bob']])
  hear({ type: 'connection.lost' })
  expect(look()).toEqual([null, []])
})

test('a watcher only looks: no key, no clipboard, no size, and no way to change that', () => {
  const { connect, commands, desktop } = start({ role: 'watcher' })
  desktop.send({ type: 'scaling.choose', scaling: 'resize' })
  desktop.send({ type: 'viewOnly.toggle' })
  connect()
  desktop.send({ type: 'viewOnly.toggle' })
  for (const event of [
    { type: 'keys.press', keys: ['Tab'] },
    { type: 'text.type', text: 'ls' },
    { type: 'clipboard.send', text: 'ls' },
    { type: 'key.toggle', key: 'Alt' },
    { type: 'sharing.begin' },
    { type: 'sharing.end' },
  ] as const)
    desktop.send(event)
  expect(commands).toEqual([
    {
      type: 'settings.apply',
      scaling: 'fit',
      quality: 3,
      exact: false,
      viewOnly: true,
      textSize: 'auto',
    },
  ])
})

test('a size of texts is applied at once, and before there is a connection it is kept', () => {
  const { desktop, commands, connect } = start()
  desktop.send({ type: 'textSize.choose', textSize: 200 })
  connect()
  expect(commands.at(-1)).toMatchObject({ type: 'settings.apply', textSize: 200 })
  desktop.send({ type: 'textSize.choose', textSize: 'auto' })
  expect(commands.at(-1)).toMatchObject({ type: 'settings.apply', textSize: 'auto' })
})
