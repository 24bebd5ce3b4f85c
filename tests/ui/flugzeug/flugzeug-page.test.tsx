import { act, cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { appChildren } from '../../../src/machines/app/children.ts'
import { stubDialogs } from '../../support/dialogs.ts'
import { metadata } from '../../support/fake-app.ts'
import { iconsIn } from '../../support/icons.ts'
import { address, desktop, no, showFlugzeug } from './show.tsx'

beforeEach(stubDialogs)
afterEach(cleanup)

const never = new Promise<never>(() => {})
const none = no('NO_FLUGZEUG')
const button = (name: string) => screen.getByRole('button', { name })
const click = (name: string) => userEvent.click(button(name))
const said = () => {
  const texts = screen.getAllByRole('status').map(one => one.textContent)
  return texts.join('')
}
const buttons = () => {
  const names = screen.queryAllByRole('button').map(one => one.textContent)
  return names.filter(name => /Start|Extend|Stop|Reset/.test(name ?? ''))
}

test.each([
  ['no desktop', none, ['StartStarting…']],
  ['provisioning', desktop('provisioning'), ['ResetResetting…']],
  ['starting', desktop('starting'), ['StartStarting…', 'ResetResetting…']],
  ['running', desktop('running'), ['Extend runtimeExtending…', 'StopStopping…', 'ResetResetting…']],
  ['stopping', desktop('stopping'), ['StopStopping…', 'ResetResetting…']],
  ['stopped', desktop('stopped'), ['StartStarting…', 'ResetResetting…']],
  ['error', desktop('error'), ['ResetResetting…']],
])('with %s, the buttons that fit are there', async (_, getFlugzeug, expected) => {
  await showFlugzeug({ getFlugzeug })
  expect(buttons()).toEqual(expected)
})

test.each([
  ['starting', 'Starting…'],
  ['stopping', 'Stopping…'],
] as const)(
  'a desktop that is %s keeps its button busy, also if another tab asked for it',
  async (status, name) => {
    await showFlugzeug({ getFlugzeug: desktop(status) })
    expect(button(name).getAttribute('aria-busy')).toBe('true')
  },
)

test('until the desktop is known, the page explains nothing that would move', async () => {
  await showFlugzeug({ getFlugzeug: never })
  expect(screen.queryByRole('heading', { name: 'How it works' })).toBe(null)
})

test.each([
  ['no desktop', none],
  ['provisioning', desktop('provisioning')],
  ['starting', desktop('starting')],
  ['running', desktop('running')],
  ['stopping', desktop('stopping')],
  ['stopped', desktop('stopped')],
  ['error', desktop('error')],
])('explanations and features are shown with %s', async (_, getFlugzeug) => {
  await showFlugzeug({ getFlugzeug })
  for (const title of ['How it works', 'What the desktop can do']) {
    screen.getByRole('heading', { name: title })
  }
})

test('the page names the programs that are on a desktop, if the backend does', async () => {
  await showFlugzeug({
    getFlugzeug: none,
    getMetadata: { ...metadata, extensions: ['event'] },
    getEvent: { name: 'Field Day', desktopPrograms: ['Firefox', 'gdb'] },
  })
  const said = screen.getByText(/Installed/).parentElement?.textContent
  expect(said).toBe('Installed: Firefox, gdb.')
  cleanup()
  await showFlugzeug({ getFlugzeug: none })
  expect(screen.queryByText(/Installed/)).toBe(null)
})

test('start creates a desktop where there is none, and resumes one that was stopped', async () => {
  const fake = await showFlugzeug({ getFlugzeug: none })
  fake.server.getFlugzeug = desktop('stopped')
  await click('Start')
  await fake.settle()
  await click('Start')
  await fake.settle()
  expect([fake.countOf('createFlugzeug'), fake.countOf('startFlugzeug')]).toEqual([1, 1])
})

test.each([
  ['Start', 'Starting…', { getFlugzeug: none, createFlugzeug: never }],
  ['Start', 'Starting…', { getFlugzeug: desktop('stopped'), startFlugzeug: never }],
  ['Extend runtime', 'Extending…', { getFlugzeug: desktop('running'), extendFlugzeug: never }],
  ['Stop', 'Stopping…', { getFlugzeug: desktop('running'), stopFlugzeug: never }],
] as const)('%s says so while it is under way', async (name, label, server) => {
  const { settle } = await showFlugzeug(server)
  await click(name)
  await settle()
  expect(button(label).getAttribute('aria-busy')).toBe('true')
  const others = screen.queryAllByRole('button', { name: /^(Start|Extend|Stop|Reset)/ })
  expect(others.filter(one => one.getAttribute('aria-disabled') !== 'true')).toEqual([])
})

test('the focus goes to the heading when the button that has it is replaced', async () => {
  const { server, pass, settle } = await showFlugzeug({ getFlugzeug: none })
  server.getFlugzeug = desktop('starting')
  await click('Start')
  await settle()
  expect(document.activeElement).toBe(button('Starting…'))
  server.getFlugzeug = desktop('running')
  await pass(2_000)
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Flugzeug VM' }))
})

test('a reset is asked for first, and says so while it is under way', async () => {
  const { settle, countOf } = await showFlugzeug({
    getFlugzeug: desktop('running'),
    resetFlugzeug: never,
  })
  await click('Reset')
  const dialog = within(screen.getByRole('dialog', { name: 'Reset your desktop?' }))
  expect(countOf('resetFlugzeug')).toBe(0)
  await userEvent.click(dialog.getByRole('button', { name: 'Delete everything' }))
  await settle()
  expect(screen.queryByRole('dialog')).toBe(null)
  expect(button('Resetting…').getAttribute('aria-busy')).toBe('true')
  expect(countOf('resetFlugzeug')).toBe(1)
})

test('a reset that is not wanted after all deletes nothing', async () => {
  const { countOf } = await showFlugzeug({ getFlugzeug: desktop('stopped') })
  await click('Reset')
  await click('Keep it')
  expect([screen.queryByRole('dialog'), countOf('resetFlugzeug')]).toEqual([null, 0])
})

test('the desktop is embedded only while it runs', async () => {
  const { frame, server, pass } = await showFlugzeug({ getFlugzeug: desktop('starting') })
  expect(frame()).toBe(null)
  server.getFlugzeug = desktop('running')
  await pass(2_000)
  expect(frame()?.getAttribute('src')).toBe(`${address}#ticket=a`)
  expect(frame()?.getAttribute('allow')).toBe('fullscreen; clipboard-read; clipboard-write')
  expect(frame()?.title).toBe('Your desktop')
  server.getFlugzeug = desktop('stopping')
  await pass(10_000)
  expect(frame()).toBe(null)
})

test('a poll never reloads the desktop, though each brings a new ticket', async () => {
  const { frame, server, pass, countOf } = await showFlugzeug({ getFlugzeug: desktop('running') })
  const before = frame()
  server.getFlugzeug = desktop('running', { ticket: 'b' })
  await pass(10_000)
  await pass(10_000)
  expect(countOf('getFlugzeug')).toBe(3)
  expect(frame()).toBe(before)
  expect(frame()?.getAttribute('src')).toBe(`${address}#ticket=a`)
  // A tab of its own is opened with the newest one: the first may have expired.
  const tab = screen.getByRole<HTMLAnchorElement>('link', { name: 'Own tab' })
  expect(tab.href).toBe(`${address}#ticket=b`)
})

test('a desktop that was started again is loaded again', async () => {
  const { frame, server, pass } = await showFlugzeug({ getFlugzeug: desktop('running') })
  server.getFlugzeug = desktop('stopped')
  await pass(10_000)
  server.getFlugzeug = desktop('running', { ticket: 'b' })
  await pass(10_000)
  expect(frame()?.getAttribute('src')).toBe(`${address}#ticket=b`)
})

test('a desktop whose ticket has expired gets a new one at once, without being reloaded', async () => {
  const { frame, server, hear } = await showFlugzeug({ getFlugzeug: desktop('running') })
  const before = frame()
  const post = vi.spyOn(before?.contentWindow as Window, 'postMessage').mockReturnValue()
  server.getFlugzeug = desktop('running', { ticket: 'b' })
  await hear('ticket.request')
  expect(post.mock.calls).toEqual([
    [{ type: 'ticket', url: `${address}#ticket=b` }, 'https://desktop.example'],
  ])
  expect(frame()).toBe(before)
})

test('a desktop that says that it was stopped is looked up at once', async () => {
  const { frame, server, hear } = await showFlugzeug({ getFlugzeug: desktop('running') })
  server.getFlugzeug = desktop('stopped')
  await hear('ended')
  expect(frame()).toBe(null)
  button('Start')
})

test('a fullscreen message toggles fullscreen', async () => {
  const { frame, hear } = await showFlugzeug({ getFlugzeug: desktop('running') })
  const request = vi.fn(async () => {})
  Object.assign(frame() as HTMLIFrameElement, { requestFullscreen: request })
  await hear('fullscreen')
  await click('Fullscreen')
  expect(request).toHaveBeenCalledTimes(2)
})

test('the keyboard goes into the desktop by a button, and comes back to it', async () => {
  const { frame, hear } = await showFlugzeug({ getFlugzeug: desktop('running') })
  const enter = button('Type in the desktop')
  const wayOut = document.getElementById(enter.getAttribute('aria-describedby') ?? '')
  expect(wayOut?.textContent).toBe('Esc Esc brings the keyboard back here.')
  const skip = screen.getByRole<HTMLAnchorElement>('link', { name: 'Skip the desktop' })
  expect(document.querySelector(skip.hash)).not.toBe(null)
  await click('Type in the desktop')
  expect(document.activeElement).toBe(frame())
  await hear('focus.leave')
  expect(document.activeElement).toBe(button('Type in the desktop'))
})

test('the address of a desktop must be a web page', async () => {
  const { frame } = await showFlugzeug({
    getFlugzeug: { ...desktop('running'), url: 'javascript:alert(1)' },
  })
  expect(frame()).toBe(null)
  screen.getByText(/sent no address/)
})

test('seven texts while it starts, each for three polls, then that it takes a long time', async () => {
  const { pass } = await showFlugzeug({ getFlugzeug: desktop('starting') })
  const texts: string[] = []
  for (let poll = 0; poll < 24; poll++) {
    texts.push(said())
    await pass(2_000)
  }
  expect(texts.map(text => texts.indexOf(text) / 3)).toEqual(
    texts.map((_, poll) => Math.floor(poll / 3)),
  )
  expect(texts.at(-1)).toMatch(/^This takes longer than usual/)
})

test('four texts while it stops, each for three polls, then that it takes a long time', async () => {
  const { pass } = await showFlugzeug({ getFlugzeug: desktop('stopping') })
  const texts: string[] = []
  for (let poll = 0; poll < 15; poll++) {
    texts.push(said())
    await pass(2_000)
  }
  expect(texts.map(text => texts.indexOf(text) / 3)).toEqual(
    texts.map((_, poll) => Math.floor(poll / 3)),
  )
  expect(texts.at(-1)).toMatch(/^This takes longer than usual/)
})

test('one fixed text while it is provisioned', async () => {
  const { pass } = await showFlugzeug({ getFlugzeug: desktop('provisioning') })
  for (let poll = 0; poll < 9; poll++) {
    screen.getByText('Your desktop is being built. This happens once, and takes a moment longer.')
    await pass(2_000)
  }
})

test.each([
  ['2026-05-01T12:06:00.000Z', '6 minutes left', false],
  ['2026-05-01T12:05:00.000Z', '5 minutes left', true],
  ['2026-05-01T12:00:01.000Z', '1 minute left', true],
  ['2026-05-01T12:00:00.000Z', 'The desktop will be stopped soon.', true],
  ['2026-05-01T11:00:00.000Z', 'The desktop will be stopped soon.', true],
])('until %s: %s', async (stopTimestamp, text, isRed) => {
  await showFlugzeug({ getFlugzeug: desktop('running', { stopTimestamp }) })
  expect(screen.getByText(text).closest('[data-short]') !== null).toBe(isRed)
  const time = screen.getByText(text).closest('[class*="_time_"]')
  expect(iconsIn(time)).toEqual([isRed ? 'warning' : 'clock'])
})

test('the minutes go by with the clock', async () => {
  const { pass } = await showFlugzeug({
    getFlugzeug: desktop('running', { stopTimestamp: '2026-05-01T12:06:00.000Z' }),
  })
  await pass(60_000)
  screen.getByText('5 minutes left')
})

test('a desktop says from when on it can be extended', async () => {
  const extendableFrom = '2026-05-01T12:40:00.000Z'
  await showFlugzeug({ getFlugzeug: { ...desktop('running'), extendableFrom } })
  const hint = screen.getByText(/^You can extend it from/)
  expect(hint.id).toBe(button('Extend runtime').getAttribute('aria-describedby'))
})

test('a refused extension shakes the button and says that it is too early', async () => {
  const { server, pass, settle } = await showFlugzeug({
    getFlugzeug: desktop('running'),
    extendFlugzeug: no('CANNOT_PROLONG_FLUGZEUG'),
  })
  const calm = button('Extend runtime').className
  await click('Extend runtime')
  await settle()
  screen.getByText('You cannot extend it yet.')
  expect(button('Extend runtime').className).not.toBe(calm)
  await pass(600)
  expect(button('Extend runtime').className).toBe(calm)
  screen.getByText('You cannot extend it yet.')
  server.extendFlugzeug = undefined
  await click('Extend runtime')
  expect(screen.queryByText('You cannot extend it yet.')).toBe(null)
})

test.each([
  ['start', 'It did not start.'],
  ['memory', 'It used too much memory.'],
  ['processes', 'It ran too many programs.'],
  ['disk', 'Its files took too much space.'],
  ['ended', 'It ended unexpectedly.'],
  ['unreachable', 'Its server is not reachable.'],
  // A status of a newer server.
  ['frozen', ''],
])('a desktop in error by %s says so, if the app knows it', async (failure, text) => {
  await showFlugzeug({ getFlugzeug: { ...desktop('error'), failure } })
  expect(document.body.textContent).toContain(`Your desktop has failed.${text}Reset it`)
})

test('a desktop in error says so, and can be reset', async () => {
  const { server, settle } = await showFlugzeug({ getFlugzeug: desktop('error') })
  screen.getByText('Your desktop has failed.')
  server.getFlugzeug = none
  await click('Reset')
  await click('Delete everything')
  await settle()
  await settle()
  button('Start')
})

test('a desktop that cannot be looked up says why, and can be looked up again', async () => {
  const { server, settle } = await showFlugzeug({ getFlugzeug: new Error('It rains.') })
  screen.getByText(/^Something went wrong on the server/)
  // There is nothing that could be old.
  expect(screen.queryByText(/could not be refreshed/)).toBe(null)
  server.getFlugzeug = none
  await click('Try again')
  await settle()
  button('Start')
})

test('if nobody knows whether there are desktops, the page says so, and can be asked again', async () => {
  const { server, settle } = await showFlugzeug({
    getFlugzeugEnabled: new Error('It rains.'),
    getFlugzeug: none,
  })
  screen.getByText(/^Something went wrong on the server/)
  server.getFlugzeugEnabled = { enabled: true }
  await click('Try again')
  await settle()
  await settle()
  button('Start')
})

test('a poll that fails keeps the desktop, and says how old it is', async () => {
  const { frame, server, pass } = await showFlugzeug({ getFlugzeug: desktop('running') })
  const before = frame()
  server.getFlugzeug = new Error('It rains.')
  await pass(10_000)
  expect(
    screen.getByText(/could not be refreshed\. Last update/).closest('[role=status]'),
  ).toBeTruthy()
  expect(frame()).toBe(before)
  server.getFlugzeug = desktop('running')
  await pass(10_000)
  expect(screen.queryByText(/could not be refreshed/)).toBe(null)
})

test('while offline, a desktop that could not be refreshed says only that', async () => {
  const { app, server, pass, settle } = await showFlugzeug({ getFlugzeug: desktop('running') })
  server.getFlugzeug = new Error('It rains.')
  await pass(10_000)
  const { network } = appChildren(app.getSnapshot())
  network.send({ type: 'request.opened', id: 1 })
  network.send({ type: 'request.failed', id: 1 })
  await settle()
  expect(screen.getAllByText(/Last update/).map(one => one.textContent)).toEqual([
    expect.stringMatching(/^You are offline\./),
  ])
})

test('a server that cannot run desktops says so', async () => {
  const { settle } = await showFlugzeug({
    getFlugzeug: none,
    createFlugzeug: no('UNSUPPORTED_ORCHESTRATOR_OPERATION'),
  })
  await click('Start')
  await settle()
  await settle()
  screen.getByText('The server cannot run desktops at the moment.')
})

test('an action that fails says why, until the next one', async () => {
  const { server, settle } = await showFlugzeug({
    getFlugzeug: desktop('running'),
    stopFlugzeug: new Error('No brakes.'),
  })
  await click('Stop')
  await settle()
  await settle()
  screen.getByText(/^Something went wrong on the server/)
  server.stopFlugzeug = undefined
  await click('Stop')
  await settle()
  expect(screen.queryByText(/^Something went wrong on the server/)).toBe(null)
})

test('leaving the page closes the desktop, and coming back opens it with a new ticket', async () => {
  const { frame, server, go, settle } = await showFlugzeug({ getFlugzeug: desktop('running') })
  server.getFlugzeug = desktop('running', { ticket: 'b' })
  await act(async () => go('/'))
  expect(frame()).toBe(null)
  await act(async () => go('/flugzeug'))
  await settle()
  expect(frame()?.getAttribute('src')).toBe(`${address}#ticket=b`)
})
