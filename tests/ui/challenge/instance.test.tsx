import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { signedInChildren } from '../../../src/machines/app/children.ts'
import { openDialog } from '../../../src/machines/dialogs/selectors.ts'
import {
  detail,
  no,
  notRunning,
  other,
  running,
  starting,
  statsOf,
  stopping,
} from '../../support/challenge.ts'
import { metadata } from '../../support/fake-app.ts'
import { iconsIn } from '../../support/icons.ts'
import { showChallenge } from './show.tsx'

afterEach(cleanup)

const panel = () => within(screen.getByRole('region', { name: 'Environment' }))
const button = (name: string) => panel().getByRole('button', { name })
const isInert = (name: string) => button(name).getAttribute('aria-disabled') === 'true'

test('a start that waits for room shows its place in the queue, and can leave it', async () => {
  const { countOf, server, pass } = await showChallenge({
    getInstance: { ...starting, queue: { position: 3 } },
  })
  panel().getByText('3rd in the queue')
  button('Waiting for a free place…')
  server.getInstance = { ...starting, queue: { position: 1 } }
  await pass(2_200)
  panel().getByText('1st in the queue')
  server.getInstance = starting
  await pass(2_200)
  panel().getByText(/^This can take a moment/)
  expect(panel().queryByText(/in the queue/)).toBe(null)
  server.getInstance = { ...starting, queue: { position: 2 } }
  await pass(2_200)
  await userEvent.click(button('Leave the queue'))
  expect(countOf('stopInstance')).toBe(1)
})

test('an environment is started, waited for, used, and stopped', async () => {
  const { server, pass, settle } = await showChallenge()
  server.getInstance = starting
  await userEvent.click(button('Start'))
  await settle()
  button('Please wait…')
  panel().getByText('Starting')
  server.getInstance = running
  await pass(2_000)
  await settle()
  panel().getByText('http://10.0.0.2:8080/')
  panel().getByText('60 minutes left')
  expect(panel().getByText('Running').className).toContain('accent')
  server.getInstance = stopping
  await userEvent.click(button('Stop'))
  await settle()
  button('Stopping…')
  expect(panel().getByText('Stopping').className).toContain('neutral')
})

test('the focus goes to the heading when the button that has it is replaced', async () => {
  const { server, pass, settle } = await showChallenge()
  const heading = panel().getByRole('heading', { name: 'Environment' })
  server.getInstance = starting
  await userEvent.click(button('Start'))
  await settle()
  expect(document.activeElement).toBe(heading)
  button('Abort start').focus()
  server.getInstance = running
  await pass(2_000)
  await settle()
  expect(document.activeElement).toBe(heading)
})

test('the focus stays outside if the environment changes by itself', async () => {
  const { server, pass, settle } = await showChallenge({ getInstance: starting })
  server.getInstance = running
  await pass(2_000)
  await settle()
  button('Stop')
  expect(document.activeElement).toBe(document.body)
})

test.each([
  ['memory', 'The environment stopped.', /It used more memory than it may/],
  ['processes', 'The environment stopped.', /It ran more processes than it may/],
  ['disk', 'The environment stopped.', /It used more disk space than it may/],
  ['exited', 'The environment stopped.', /It ended by itself/],
  ['interrupted', 'The environment stopped.', /The platform was restarted\./],
  ['timeOver', 'The environment stopped.', /Its time was over/],
  ['revoked', 'The environment stopped.', /The organisers stopped it\./],
  ['notStarted', 'The environment did not start.', /The start failed\./],
  ['of-the-future', 'The environment stopped.', /If it happens again, ask for help on Discord\./],
])('an environment that is gone says why, and when: %s', async (reason, title, text) => {
  const ended = { reason, at: '2026-05-01T11:58:00.000Z' }
  const { server, settle } = await showChallenge({ getInstance: { ...notRunning, ended } })
  panel().getByText(title)
  const notice = panel().getByText(text)
  expect(notice.textContent?.includes(': ')).toBe(reason !== 'of-the-future')
  expect(notice.querySelector('time')?.dateTime).toBe(ended.at)
  server.getInstance = starting
  await userEvent.click(button('Start'))
  await settle()
  expect(panel().queryByText(text)).toBe(null)
})

test('a start that ends for a reason says that nothing started, and why', async () => {
  const { server, pass } = await showChallenge({ getInstance: starting })
  server.getInstance = {
    ...notRunning,
    ended: { reason: 'memory', at: '2026-05-01T12:00:01.000Z' },
  }
  await pass(2_500)
  panel().getByText('The environment did not start.')
  panel().getByText(/It used more memory than it may/)
})

test.each([
  ['memory', true],
  ['notStarted', true],
  ['timeOver', false],
  ['interrupted', false],
  ['revoked', false],
])(
  'help is offered for an environment that is gone only if that is a failure: %s',
  async (reason, isFailure) => {
    const ended = { reason, at: '2026-05-01T11:58:00.000Z' }
    await showChallenge({ getInstance: { ...notRunning, ended } })
    panel().getByText(/^The environment (stopped|did not start)\.$/)
    expect(panel().queryByText(/If it happens again/) !== null).toBe(isFailure)
  },
)

test('a request in flight is busy, and a second click does nothing', async () => {
  const { countOf } = await showChallenge({ startInstance: new Promise<never>(() => {}) })
  await userEvent.click(button('Start'))
  await userEvent.click(button('Starting…'))
  expect(countOf('startInstance')).toBe(1)
})

test('a start can be aborted', async () => {
  const { countOf } = await showChallenge({ getInstance: starting })
  await userEvent.click(button('Abort start'))
  expect(countOf('stopInstance')).toBe(1)
})

test('a challenge that must not be started says so', async () => {
  await showChallenge({ getChallenge: { ...detail, canBeStarted: false } })
  expect(isInert('Starting Challenge Forbidden')).toBe(true)
  expect(iconsIn(button('Starting Challenge Forbidden'))).toEqual(['lock'])
})

test('while the event is paused, none can be started, and the button says why', async () => {
  const { countOf } = await showChallenge({ getMetadata: { ...metadata, isPaused: true } })
  expect(isInert('The event is paused')).toBe(true)
  expect(iconsIn(button('The event is paused'))).toEqual(['lock'])
  await userEvent.click(button('The event is paused'))
  expect(countOf('startInstance')).toBe(0)
})

test('a challenge that does not say whether it may be started can be', async () => {
  const { canBeStarted: _, ...silent } = { canBeStarted: true, ...detail }
  await showChallenge({ getChallenge: silent })
  expect(isInert('Start')).toBe(false)
  expect(iconsIn(button('Start'))).toEqual(['playIcon'])
})

test('before the challenge is read, nothing says that it must not be started', async () => {
  await showChallenge({ getChallenge: new Promise<never>(() => {}) })
  expect(screen.queryByText('Starting Challenge Forbidden')).toBe(null)
})

test('with as many environments as allowed, it says to stop some first', async () => {
  const { countOf } = await showChallenge({ getStats: statsOf([other('shop'), other('x')]) })
  panel().getByText('Too many environments')
  panel().getByText('Stop some environments first.')
  expect(isInert('Start')).toBe(true)
  await userEvent.click(button('Start'))
  expect(countOf('startInstance')).toBe(0)
})

test('a limit that only the server knows is shown after the start', async () => {
  await showChallenge({ startInstance: no('MAXIMUM_NUMBER_CHALLENGE_INSTANCES_REACHED') })
  expect(panel().queryByText('Too many environments')).toBe(null)
  await userEvent.click(button('Start'))
  await panel().findByText('Too many environments')
})

test('a refused extension shakes the button and says that it is too early', async () => {
  const { pass } = await showChallenge({
    getInstance: running,
    extendInstance: no('CANNOT_PROLONG_CHALLENGE_INSTANCE'),
  })
  const calm = button('Extend runtime').className
  const line = panel().getByText('You can extend it shortly before it ends.')
  await userEvent.click(button('Extend runtime'))
  await panel().findByText('You cannot extend it yet.')
  // The text uses a line that was already there, so nothing moves.
  expect(line.textContent).toBe('You cannot extend it yet.')
  expect(button('Extend runtime').className).not.toBe(calm)
  await pass(3_000)
  expect(button('Extend runtime').className).toBe(calm)
})

test.each([
  ['2026-05-01T12:06:00.000Z', '6 minutes left', false],
  ['2026-05-01T12:05:00.000Z', '5 minutes left', true],
  ['2026-05-01T12:00:30.000Z', '1 minute left', true],
  ['2026-05-01T12:00:00.000Z', 'The environment will be stopped soon.', true],
  ['2026-05-01T11:00:00.000Z', 'The environment will be stopped soon.', true],
])('until %s: %s', async (scheduledStopTime, text, isRed) => {
  await showChallenge({ getInstance: { ...running, scheduledStopTime } })
  const shown = panel().getByText(text)
  expect(shown.closest('[data-short]') !== null).toBe(isRed)
  // Where little time is left, that it can be extended later would mislead.
  expect(panel().queryByText('You can extend it shortly before it ends.') === null).toBe(isRed)
})

test.each([
  ['2026-05-01T12:40:00.000Z', /^You can extend it from \d/],
  ['2026-05-01T12:00:00.000Z', 'You can extend it now.'],
  [null, 'You cannot extend it any more.'],
])('extendable from %s: %s', async (extendableFrom, text) => {
  await showChallenge({ getInstance: { ...running, extendableFrom } })
  const hint = panel().getByText(text)
  expect(hint.id).toBe(button('Extend runtime').getAttribute('aria-describedby'))
})

test('an environment that runs for days says on which day it stops, and from which day on it can be extended', async () => {
  const times = {
    scheduledStopTime: '2026-05-04T12:00:00.000Z',
    extendableFrom: '2026-05-04T11:30:00.000Z',
  }
  const { pass } = await showChallenge({ getInstance: { ...running, ...times } })
  panel().getByText(/^until .*May/)
  panel().getByText(/^You can extend it from .*May/)
  await pass(2 * 24 * 3_600_000)
  panel().getByText(/^until \d+:\d+\D*$/)
  panel().getByText(/^You can extend it from \d+:\d+\D*$/)
})

test('an environment that can be extended later says so at its minute', async () => {
  const extendableFrom = '2026-05-01T12:02:00.000Z'
  const { pass } = await showChallenge({ getInstance: { ...running, extendableFrom } })
  panel().getByText(/^You can extend it from/)
  await pass(120_000)
  panel().getByText('You can extend it now.')
})

test('an environment without a scheduled stop shows no time', async () => {
  await showChallenge({ getInstance: { ...running, scheduledStopTime: null } })
  expect(panel().queryByText(/left|soon/)).toBe(null)
})

test('an endpoint is named by its title, or else by its protocol', async () => {
  const endpoint = { ip: '10.0.0.2', port: 80, protocol: 'http' }
  const exposedEndpoints = [
    { ...endpoint, title: 'Hangar' },
    { ...endpoint, port: 22, protocol: 'ssh', title: '' },
  ]
  await showChallenge({ getInstance: { ...running, exposedEndpoints } })
  const list = within(panel().getByRole('list', { name: 'Addresses of the environment' }))
  const heads = list.getAllByRole('listitem').map(item => item.firstElementChild)
  expect(heads.map(head => head?.firstElementChild?.textContent)).toEqual(['Hangar', 'ssh'])
})

test('the time until which it runs is that of the device', async () => {
  await showChallenge({
    getInstance: { ...running, scheduledStopTime: '2026-05-01T12:30:00.000Z' },
  })
  expect(panel().getByText(/^until/).textContent).toMatch(/^until 2:30/)
})

test('while one change is under way, the other one has to wait', async () => {
  await showChallenge({ getInstance: running, extendInstance: new Promise<never>(() => {}) })
  await userEvent.click(button('Extend runtime'))
  expect(isInert('Stop')).toBe(true)
})

test('endpoints can be opened, or copied as a command', async () => {
  const endpoint = (protocol: string, port: number) => ({
    ip: '10.0.0.2',
    port,
    protocol,
    title: protocol,
  })
  const { copied } = await showChallenge({
    getInstance: {
      ...running,
      exposedEndpoints: [endpoint('http', 80), endpoint('tcp', 4000), endpoint('ssh', 2222)],
    },
  })
  const link = panel().getByRole<HTMLAnchorElement>('link', { name: 'Open' })
  // What runs there may be another team's doing: it gets neither this page nor its address.
  expect([link.href, link.target, link.rel]).toEqual(['http://10.0.0.2/', '_blank', 'noreferrer'])
  const copies = panel().getAllByRole('button', { name: /^Copy/ })
  expect(copies.map(copy => copy.getAttribute('aria-label'))).toEqual([
    'Copy: http://10.0.0.2/',
    'Copy: curl http://10.0.0.2/',
    'Copy: nc 10.0.0.2 4000',
    'Copy: ssh -p 2222 10.0.0.2',
  ])
  for (const copy of copies) await userEvent.click(copy)
  expect(copied).toEqual([
    'http://10.0.0.2/',
    'curl http://10.0.0.2/',
    'nc 10.0.0.2 4000',
    'ssh -p 2222 10.0.0.2',
  ])
  panel().getByRole('button', { name: 'Copied' })
})

test.each([
  [starting, 'Please wait…'],
  [stopping, 'Stopping…'],
  [notRunning, 'Start'],
])('endpoints are listed for a running environment only: $state', async (instance, shown) => {
  const { exposedEndpoints } = running
  await showChallenge({ getInstance: { ...instance, exposedEndpoints } })
  button(shown)
  expect(panel().queryByText('http://10.0.0.2:8080/')).toBe(null)
  cleanup()
  await showChallenge({ getInstance: running })
  panel().getByText('http://10.0.0.2:8080/')
})

test('it says how many environments are used, and links to them', async () => {
  await showChallenge({ getStats: statsOf([other('shop')], 3) })
  panel().getByText('Using 1 of 3 environments')
  const link = panel().getByRole('link', { name: 'Shop of Horrors' })
  expect(link.getAttribute('href')).toBe('/challenge/web/shop')
})

test('if none may run, the page says so', async () => {
  await showChallenge({ getStats: statsOf([], 0) })
  panel().getByText('Using 0 of 0 environments')
})

test('without a maximum it says how many are used', async () => {
  await showChallenge({ getStats: statsOf([other('shop')], null) })
  panel().getByText('Using 1 environment')
})

test('without the VPN it says so, and opens the guide', async () => {
  const { app } = await showChallenge({
    getUser: {
      id: 'u1',
      username: 'alice',
      externalId: 'x1',
      vpn: { connected: false, ipv4Address: null },
    },
  })
  await userEvent.click(button('Connect'))
  const { dialogs } = signedInChildren(app.getSnapshot()) ?? {}
  expect(dialogs && openDialog(dialogs.getSnapshot())).toBe('vpn')
})

test('without a VPN in the event there is no notice', async () => {
  const vpn = { connected: false, ipv4Address: null, isOffered: false }
  await showChallenge({ getUser: { id: 'u1', username: 'alice', externalId: 'x1', vpn } })
  expect(panel().queryByRole('button', { name: 'Connect' })).toBe(null)
})

test('with the VPN there is no notice', async () => {
  await showChallenge()
  expect(panel().queryByRole('button', { name: 'Connect' })).toBe(null)
})

test('a failed action says why, and can be tried again', async () => {
  const { countOf } = await showChallenge({
    startInstance: Object.assign(new Error('no driver'), {
      code: 'UNSUPPORTED_ORCHESTRATOR_OPERATION',
    }),
  })
  await userEvent.click(button('Start'))
  await panel().findByText('This environment does not support that.')
  await userEvent.click(button('Start'))
  expect(countOf('startInstance')).toBe(2)
})

test('of a change that failed and a state that cannot be read, the change is said', async () => {
  const { server, pass } = await showChallenge({
    getInstance: running,
    stopInstance: new Error('broken'),
  })
  server.getInstance = new Error('broken')
  await userEvent.click(button('Stop'))
  await panel().findByText('That did not work.')
  await pass(10_000)
  panel().getByText('That did not work.')
  expect(panel().queryByText('The state of the environment could not be read.')).toBe(null)
})

test('while one starts or stops, nothing says that there are too many', async () => {
  for (const getInstance of [starting, stopping]) {
    await showChallenge({ getInstance, getStats: statsOf([other('shop'), other('x')]) })
    expect(panel().queryByText('Too many environments')).toBe(null)
    cleanup()
  }
})

test('a state that cannot be read says why, and can be asked for again', async () => {
  const { server, settle } = await showChallenge({ getInstance: new Error('broken') })
  panel().getByText(/^Something went wrong on the server/)
  server.getInstance = notRunning
  await userEvent.click(button('Try again'))
  await settle()
  button('Start')
})

test('a challenge of files alone has no environment', async () => {
  await showChallenge({ getChallenge: { ...detail, hasEnvironment: false } })
  expect(screen.queryByRole('region', { name: 'Environment' })).toBe(null)
})

test.each([
  ['runs', [{ categorySlug: 'web', challengeSlug: 'login' }], '13.5rem'],
  ['does not run', [], 'var(--control)'],
])('until its state is known, one that %s holds its place', async (_, listed, height) => {
  const never = new Promise<never>(() => {})
  const { view } = await showChallenge({ getStats: statsOf(listed), getInstance: never })
  const reserved = view.container.querySelectorAll<HTMLElement>('[aria-hidden=true] > [style]')
  expect(Array.from(reserved, one => one.style.blockSize)).toContain(height)
})
