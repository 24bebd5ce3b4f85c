import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { appChildren, signedInChildren } from '../../../src/machines/app/children.ts'
import type { DialogName } from '../../../src/machines/dialogs/events.ts'
import { QrCode } from '../../../src/ui/art/qr-code.tsx'
import { metadata } from '../../support/fake-app.ts'
import { refusedClipboard } from '../../support/fakes/refused-clipboard.ts'
import { iconsIn } from '../../support/icons.ts'
import { showApp } from '../shell/show.tsx'

afterEach(cleanup)

const user = {
  id: 'u1',
  username: 'alice',
  externalId: 'x1',
  vpn: { connected: false, ipv4Address: null },
}

/** How a link opens: in a tab of its own, which cannot reach the app. */
const opening = (link: HTMLElement) => [link.getAttribute('target'), link.getAttribute('rel')]
const ownTab = ['_blank', 'noopener noreferrer']

async function open(dialog: DialogName, server: Parameters<typeof showApp>[0] = {}) {
  const shown = await showApp(server)
  const send = (event: { type: 'dialog.open'; dialog: DialogName } | { type: 'dialog.close' }) =>
    act(() => signedInChildren(shown.app.getSnapshot())?.dialogs.send(event))
  await send({ type: 'dialog.open', dialog })
  return { ...shown, send, dialog: within(await screen.findByRole('dialog')) }
}

test('a user who is connected to the VPN sees the IP address, which can be copied', async () => {
  const { dialog, copied, settle } = await open('vpn')
  const notice = dialog.getByText('You are connected to the VPN.').closest('[role=status]')
  expect(notice?.className).toMatch(/_success_/)
  expect(dialog.getByText('10.0.0.9')).toBeDefined()
  fireEvent.click(dialog.getByRole('button', { name: 'Copy: Your IP address' }))
  await settle()
  expect(copied).toEqual(['10.0.0.9'])
})

test('a connection without an address has nothing to copy', async () => {
  const vpn = { connected: true, ipv4Address: null }
  const { dialog } = await open('vpn', { server: { getUser: { ...user, vpn } } })
  expect(dialog.getByText('You are connected to the VPN.')).toBeDefined()
  expect(dialog.queryByText('Your IP address')).toBe(null)
})

test('a user who is not connected is led there in four steps', async () => {
  const { dialog } = await open('vpn', { server: { getUser: user } })
  expect(screen.getByRole('dialog', { name: 'Connect to the VPN' })).toBeDefined()
  expect(dialog.getAllByRole('heading', { level: 3 }).map(one => one.textContent)).toEqual([
    'Install WireGuard',
    'Download your configuration',
    'Start the connection',
    'Done',
  ])
  expect(
    dialog.getAllByRole('link').map(link => [link.textContent, link.getAttribute('href')]),
  ).toEqual([
    ['Linux', 'https://www.wireguard.com/install/'],
    ['macOS', 'https://apps.apple.com/app/wireguard/id1451685025'],
    ['Windows', 'https://download.wireguard.com/windows-client/'],
    ['Android', 'https://play.google.com/store/apps/details?id=com.wireguard.android'],
    ['iOS', 'https://apps.apple.com/app/wireguard/id1441195209'],
  ])
  expect(dialog.getAllByRole('link').map(opening)).toEqual(Array.from({ length: 5 }, () => ownTab))
  expect(dialog.getByText('It contains your private key. Do not share it.')).toBeDefined()
  expect(dialog.getByText(/this window shows your IP address\.$/)).toBeDefined()
})

test.for(['Linux', 'macOS', 'Windows', 'Android, iOS'])(
  'the guide says how to start it on %s',
  async system => {
    const { dialog } = await open('vpn', { server: { getUser: user } })
    const term = dialog.getAllByRole('term').find(one => one.textContent === system)
    const start = {
      Linux: 'wg-quick up',
      macOS: 'Import tunnel(s) from file',
      Windows: 'Add Tunnel',
      'Android, iOS': 'QR code',
    }
    expect(term?.nextElementSibling?.textContent).toContain(start[system as keyof typeof start])
  },
)

test.for([
  ['connected', {}],
  ['not connected', { getUser: user }],
] as const)(
  'only one device can be connected at a time, says the dialog: %s',
  async ([, server]) => {
    const { dialog } = await open('vpn', { server })
    expect(dialog.getByText('Only one device can be connected at a time.')).toBeDefined()
  },
)

test('the configuration is downloaded once, and the guide says so', async () => {
  const config = Promise.withResolvers<string>()
  const { dialog, countOf, settle } = await open('vpn', {
    server: { getUser: user, getVpnConfig: config.promise },
  })
  const button = dialog.getByRole('button', { name: 'guidon.conf' })
  const code = dialog.getByRole('button', { name: 'QR code for a phone' })
  expect([button.ariaDisabled, code.ariaDisabled]).toEqual([null, null])
  fireEvent.click(button)
  expect([button.ariaDisabled, code.ariaDisabled]).toEqual(['true', 'true'])
  fireEvent.click(button)
  expect([countOf('getVpnConfig'), button.getAttribute('aria-busy')]).toEqual([1, 'true'])
  expect(dialog.queryByText('The configuration was downloaded.')).toBe(null)
  config.resolve('[Interface]')
  await settle()
  expect(dialog.getByText('The configuration was downloaded.').role).toBe('status')
})

test('the configuration is drawn as a QR code for a phone, and hidden again', async () => {
  const { dialog, settle } = await open('vpn', {
    server: { getUser: user, getVpnConfig: '[Interface]' },
  })
  const button = dialog.getByRole('button', { name: 'QR code for a phone' })
  expect(button.ariaExpanded).toBe('false')
  fireEvent.click(button)
  expect(button.ariaBusy).toBe('true')
  await settle()
  expect(button.ariaExpanded).toBe('true')
  const code = dialog.getByRole('img', { name: 'QR code of your WireGuard configuration' })
  const { container } = render(<QrCode text="[Interface]" label="" />)
  expect(code.innerHTML).toBe(container.querySelector('svg')?.innerHTML)
  fireEvent.click(dialog.getByRole('button', { name: 'Hide the QR code' }))
  expect(dialog.queryByRole('img')).toBe(null)
})

test.for([
  ['TIME_RESTRICTED', 'The VPN is open during play time only.'],
  ['NO_SCORE_GROUP_SELECTED', 'Choose a score group first.'],
  ['NO_ACCOUNT', 'You need an account in this event to use the VPN.'],
] as const)('a download refused with %s says: %s', async ([code, text]) => {
  const { dialog, settle } = await open('vpn', {
    server: {
      getUser: user,
      getVpnConfig: { ok: false, code, retried: false, retryAfter: null },
    },
  })
  fireEvent.click(dialog.getByRole('button', { name: 'guidon.conf' }))
  await settle()
  expect(dialog.getByRole('alert').textContent).toBe(text)
})

test('a configuration that could not be read says so, and why', async () => {
  const { dialog, settle } = await open('vpn', {
    server: { getUser: user, getVpnConfig: new Error('It rains.') },
  })
  fireEvent.click(dialog.getByRole('button', { name: 'guidon.conf' }))
  await settle()
  expect(dialog.getByRole('alert').textContent).toMatch(
    /^The configuration could not be downloaded\.Something went wrong on the server/,
  )
})

test('an event without a VPN is not a failure, and says so calmly', async () => {
  const { dialog, settle } = await open('vpn', {
    server: {
      getUser: user,
      getVpnConfig: { ok: false, code: 'NOT_FOUND', retried: false, retryAfter: null },
    },
  })
  fireEvent.click(dialog.getByRole('button', { name: 'guidon.conf' }))
  await settle()
  const notice = dialog.getByText(/^This event has no VPN/).closest('[role=status]')
  expect(notice?.className).toMatch(/_info_/)
  expect(dialog.queryByRole('alert')).toBe(null)
})

test('the Discord dialog leads to the server and gives the code to copy', async () => {
  const { dialog, copied, settle } = await open('discord')
  const link = dialog.getByRole('link', { name: 'Join the Discord server' })
  expect([link.getAttribute('href'), ...opening(link)]).toEqual([
    'https://discord.gg/guidon',
    ...ownTab,
  ])
  expect(dialog.getByText(/^Give this code to the bot.+ Keep it private\.$/)).toBeDefined()
  fireEvent.click(dialog.getByRole('button', { name: 'Copy: Identification code' }))
  await settle()
  expect(copied).toEqual(['x1'])
})

test('a browser that refuses to copy is reported below the value', async () => {
  const { dialog, settle } = await open('discord', { device: refusedClipboard })
  fireEvent.click(dialog.getByRole('button', { name: 'Copy: Identification code' }))
  await settle()
  const notice = dialog.getByText(/^Your browser blocked copying/).closest('[role=status]')
  expect(notice?.className).toMatch(/_danger_/)
})

const teamMode = { ...metadata, teamModeEnabled: true }
const team = { id: 't1', name: 'Foxes', joinToken: 'j', maxSize: null, members: [] }

test('the debug dialog has the ids of user, account and team, each to be copied, and all', async () => {
  const { dialog, copied, settle } = await open('debug', {
    server: { getMetadata: teamMode, getTeam: team },
  })
  expect(dialog.getAllByRole('group').map(one => one.textContent)).toEqual(['u1', 'a1', 't1'])
  for (const label of ['User ID', 'Account ID', 'Team ID']) {
    fireEvent.click(dialog.getByRole('button', { name: `Copy: ${label}` }))
    await settle()
  }
  const all = dialog.getByRole('button', { name: 'Copy all' })
  // Chromium does not name a button by a live region inside of it.
  expect(all.querySelector('[role]')).toBe(null)
  fireEvent.click(all)
  await settle()
  expect([all.textContent, iconsIn(all)]).toEqual(['Copied', ['checkIcon']])
  expect(dialog.getAllByRole('status').map(one => one.textContent)).toContain('Copied')
  expect(copied).toEqual(['u1', 'a1', 't1', 'User ID: u1\nAccount ID: a1\nTeam ID: t1'])
  expect(dialog.queryByText(/^Diagnostics say/)).toBe(null)
})

test('the debug dialog leads to the account where the page knows it, in its language', async () => {
  const { app, dialog, settle } = await open('debug', {
    accountUrl: 'https://login.example/account',
  })
  const link = dialog.getByRole('link', { name: 'Password and sign-ins' })
  expect(link.getAttribute('target')).toBe('_blank')
  expect(link.getAttribute('href')).toBe('https://login.example/account?ui_locales=en')
  const { locale } = appChildren(app.getSnapshot())
  act(() => locale.send({ type: 'locale.changed', locale: 'de' }))
  await settle()
  expect(link.getAttribute('href')).toBe('https://login.example/account?ui_locales=de')
})

test.each([
  ['the last events', async () => 'what happened', 'what happened'],
  [
    'the IDs if the events cannot be loaded',
    () => Promise.reject(new Error('No line.')),
    'User ID: u1\nAccount ID: a1',
  ],
])('the debug dialog copies %s, where the page keeps events', async (_, diagnostics, expected) => {
  const { dialog, settle, copied } = await open('debug', { diagnostics })
  expect(dialog.getByText(/^Diagnostics say/)).toBeDefined()
  const button = dialog.getByRole('button', { name: 'Copy diagnostics' })
  fireEvent.click(button)
  await settle()
  expect(copied).toEqual([expected])
  expect([button.textContent, iconsIn(button)]).toEqual(['Copied', ['checkIcon']])
  expect(dialog.getByRole('button', { name: 'Copy all' })).toBeDefined()
  expect(dialog.getAllByRole('status').map(one => one.textContent)).toContain('Copied')
})

test('the debug dialog leaves out what does not exist', async () => {
  const { dialog } = await open('debug', {
    server: { getStats: { ok: false, code: 'NO_ACCOUNT', retried: false, retryAfter: null } },
  })
  expect(dialog.getAllByRole('group').map(one => one.textContent)).toEqual(['u1'])
})

test('a copy is confirmed for two seconds, on its own button', async () => {
  const { dialog, settle, pass } = await open('debug')
  const confirmed = () => dialog.queryAllByRole('button', { name: 'Copied' }).length
  const [first] = dialog.getAllByRole('button', { name: /^Copy: / })
  if (first) fireEvent.click(first)
  await settle()
  expect(confirmed()).toBe(1)
  await pass(2_000)
  expect(confirmed()).toBe(0)
})

test.for(['vpn', 'discord', 'debug'] as const)('the %s dialog is closed', async name => {
  const { dialog } = await open(name)
  fireEvent.click(dialog.getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('dialog')).toBe(null)
})
