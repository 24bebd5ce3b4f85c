import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { createActor, fromCallback, fromPromise } from 'xstate'
import { ActorsProvider } from '../../../src/desktop/actors.tsx'
import { DesktopPage } from '../../../src/desktop/desktop-page.tsx'
import type { ConnectionInput } from '../../../src/machines/desktop/context.ts'
import type { ConnectionCommand, ConnectionEvent } from '../../../src/machines/desktop/events.ts'
import { desktopMachine } from '../../../src/machines/desktop/machine.ts'
import { desktopBarMachine } from '../../../src/machines/desktop-bar/machine.ts'

afterEach(cleanup)

function show(ticket: string | null = 'ticket') {
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
      tellConnected: () => {},
      tellEnded: () => {},
      leaveFocus: () => {},
      toggleFullscreen: () => {},
    },
  })
  const preferences = { scaling: 'fit', quality: 'auto' } as const
  const desktop = createActor(machine, {
    input: { ticket, preferences, random: () => 0.5 },
  }).start()
  const bar = createActor(desktopBarMachine).start()
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  render(
    <I18nProvider i18n={i18n}>
      <ActorsProvider desktop={desktop} bar={bar}>
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
  return { commands, hear, connect, user: userEvent.setup() }
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
  await user.click(button('Reconnect'))
  expect(screen.getByText('Reconnecting…')).toBeTruthy()
})

test('the latency stands in the bar, with words for how the connection is', () => {
  const { connect, hear } = show()
  connect()
  expect(screen.getByRole('img', { name: 'Connection: not measured' })).toBeTruthy()
  hear({
    type: 'connection.measured',
    sample: { latency: 180.4, idleLatency: 170, bandwidth: 1000 },
  })
  expect(screen.getByRole('img', { name: 'Connection: slow' })).toBeTruthy()
  expect(screen.getByText('180 ms')).toBeTruthy()
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

test('a text that the browser does not take is offered with a button', async () => {
  const { connect, hear } = show()
  connect()
  hear({ type: 'clipboard.received', text: 'flag' })
  expect(await screen.findByRole('button', { name: 'Copy' })).toBeTruthy()
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
    viewOnly: false,
  })
})

test('who only looks on presses no keys', async () => {
  const { connect, user } = show()
  connect()
  await user.click(button('View only: off'))
  await user.click(button('Special keys'))
  expect(button('Esc').getAttribute('aria-disabled')).toBe('true')
})
