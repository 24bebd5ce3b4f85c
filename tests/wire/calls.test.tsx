import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { fromPromise } from 'xstate'
import { createClient } from '../../src/api/client/client.ts'
import { calls } from '../../src/api/contract/every-call.ts'
import { detail, statsOf } from '../support/challenge.ts'
import { metadata } from '../support/fake-app.ts'
import { ok, type Replies, startBackend } from './backend.ts'
import { groupless, runningNow, teamed, teamless, withExtension } from './replies.ts'
import { showWired, type Wired } from './show.tsx'

afterEach(cleanup)

interface CallCase {
  /** The page on which it is called. */
  readonly at: string
  /** The token of a team mate's desktop that the page begins with. */
  readonly view?: string
  readonly replies?: Replies
  /** What the user does. */
  readonly act?: (app: Wired) => Promise<unknown>
  /** The body that is sent. Default: none. */
  readonly body?: object
  /** What the page then shows. */
  readonly shows?: string | RegExp
}

const challenge = '/challenge/web/login'
const flugzeug = (status: string): Replies => ({
  'GET /v1/user/flugzeug': ok({ status, stopTimestamp: null, url: null }),
})

/** Every call of spec §7 that a page makes, as the spec writes it. */
const cases: Record<string, CallCase> = {
  'GET /v1/categories/': { at: '/', shows: 'Web' },
  'GET /v1/challenges/': { at: '/', shows: 'Login' },
  'GET /v1/challenges/login?category=web': { at: challenge, shows: 'Get in.' },
  'GET /v1/challenges/login/instance?category=web': { at: challenge, shows: 'Not running' },
  'PUT /v1/challenges/login/instance?category=web': {
    at: challenge,
    act: ({ press }) => press('Start'),
  },
  'DELETE /v1/challenges/login/instance?category=web': {
    at: challenge,
    replies: runningNow,
    act: ({ press }) => press('Stop'),
  },
  'POST /v1/challenges/login/instance/prolong?category=web': {
    at: challenge,
    replies: runningNow,
    act: ({ press }) => press('Extend runtime'),
  },
  'POST /v1/challenges/login/solve?category=web': {
    at: challenge,
    act: ({ type }) => type('Flag', ' GUIDON{{a}{Enter}'),
    body: { flag: 'GUIDON{a}' },
    shows: 'This flag is wrong.',
  },
  'GET /v1/challenges/login/score?category=web': { at: challenge, shows: '0 of 200 points' },
  'GET /v1/metadata': {
    at: challenge,
    replies: { 'GET /v1/metadata': ok({ ...metadata, flagPrefix: 'LANCE' }) },
    act: async () => screen.findByPlaceholderText('LANCE{…}'),
  },
  'GET /v1/score_groups': { at: '/', replies: groupless, shows: 'There are 2 options.' },
  'POST /v1/score_groups/select': {
    at: '/',
    replies: groupless,
    act: async ({ choose, typePassword }) => {
      await choose(/^Staff/)
      await typePassword('secret{Enter}')
    },
    body: { scoreGroup: 'staff', password: 'secret' },
  },
  'GET /v1/stats/scoreboard': { at: '/scoreboard', shows: 'Owls' },
  'GET /v1/stats/solvetimes': { at: '/solves-calendar', shows: 'Tape' },
  'POST /v1/teams': {
    at: '/',
    replies: teamless,
    act: ({ type }) => type('Team name', ' Lancers {Enter}'),
    body: { name: 'Lancers' },
  },
  'POST /v1/teams/join': {
    at: '/',
    replies: teamless,
    act: ({ type }) => type('Join token', ' j1 {Enter}'),
    body: { joinToken: 'j1' },
  },
  'GET /v1/user/team': { at: '/my-team', replies: teamed, shows: 'Foxes' },
  'DELETE /v1/teams/t1/members/u1': {
    at: '/my-team',
    replies: teamed,
    act: async ({ press }) => {
      await press('Leave team')
      await screen.findByRole('dialog')
      const [, confirm] = screen.getAllByRole('button', { name: 'Leave team' })
      confirm?.click()
    },
  },
  'GET /v1/user': { at: '/', shows: 'Hello, alice!' },
  'GET /v1/user/stats': { at: challenge, shows: 'Using 0 of 2 environments' },
  'GET /v1/user/flugzeug': { at: '/flugzeug', replies: flugzeug('stopped'), shows: 'Reset' },
  'POST /v1/user/flugzeug': {
    at: '/flugzeug',
    replies: {
      'GET /v1/user/flugzeug': {
        status: 404,
        body: { ok: false, code: 'NO_FLUGZEUG', message: 'No.' },
      },
    },
    act: ({ press }) => press('Start'),
  },
  'DELETE /v1/user/flugzeug': {
    at: '/flugzeug',
    act: async ({ press }) => {
      await press('Reset')
      await press('Delete everything')
    },
  },
  'PUT /v1/user/flugzeug/start': {
    at: '/flugzeug',
    replies: flugzeug('stopped'),
    act: ({ press }) => press('Start'),
  },
  'PUT /v1/user/flugzeug/stop': { at: '/flugzeug', act: ({ press }) => press('Stop') },
  'POST /v1/user/flugzeug/prolong': {
    at: '/flugzeug',
    act: ({ press }) => press('Extend runtime'),
  },
  'GET /v1/user/flugzeug/enabled': { at: '/', shows: 'Flugzeug VM' },
}

const time = '2026-05-01T11:00:00.000Z'

/** Every call of the extensions but for the public scoreboard, which visitors call. */
const extensionCases: Record<string, CallCase> = {
  'GET /v1/event': {
    at: '/',
    replies: {
      ...withExtension('event'),
      'GET /v1/event': ok({ name: 'Fair', intro: { en: 'Welcome to the fair.' } }),
    },
    shows: 'Welcome to the fair.',
  },
  'GET /v1/announcements': {
    at: '/announcements',
    replies: {
      ...withExtension('announcements'),
      'GET /v1/announcements': ok({
        announcements: [
          { id: 'n1', time, importance: 'normal', title: { en: 'Lunch' }, text: { en: 'Soup.' } },
        ],
      }),
    },
    shows: 'Soup.',
  },
  'GET /v1/flugzeug/view?token=v1': {
    at: '/flugzeug',
    view: 'v1',
    replies: {
      ...teamed,
      ...withExtension('desktopViews', { teamModeEnabled: true }),
      'GET /v1/flugzeug/view': ok({ username: 'bob', url: 'http://127.0.0.1:1/desktop.html' }),
    },
    shows: 'Desktop of bob',
  },
  'POST /v1/challenges/login/hints/dear?category=web': {
    at: challenge,
    replies: {
      'GET /v1/challenges/login': ok({ ...detail, hints: [{ id: 'dear', cost: 50 }] }),
      'POST /v1/challenges/login/hints/dear': ok({ id: 'dear', cost: 50, text: 'Look up.' }),
    },
    act: ({ takeHint }) => takeHint(),
  },
  'GET /v1/challenges/login/solves?category=web': {
    at: challenge,
    replies: {
      ...withExtension('challenges'),
      'GET /v1/challenges/login': ok({ ...detail, solves: 1 }),
      'GET /v1/challenges/login/solves': ok({
        solves: [{ accountId: 'a7', displayName: 'Owls', time }],
      }),
    },
    act: ({ openSolves }) => openSolves(),
    shows: 'Owls',
  },
  'GET /v1/stats/history': {
    at: '/scoreboard',
    replies: {
      ...withExtension('scoreboard'),
      'GET /v1/stats/history': ok({
        series: [{ accountId: 'a9', displayName: 'Voles', points: [{ time, points: 50 }] }],
      }),
    },
    shows: 'Voles',
  },
  'GET /v1/accounts/a7': {
    at: '/accounts/a7',
    replies: {
      ...withExtension('scoreboard'),
      'GET /v1/accounts/a7': ok({
        accountId: 'a7',
        displayName: 'Owls',
        rank: 1,
        points: 50,
        members: [{ username: 'olga' }],
        solves: [],
      }),
    },
    shows: 'Owls',
  },
  'GET /v1/user/submissions': {
    at: '/my-team',
    replies: {
      ...teamed,
      ...withExtension('account', { teamModeEnabled: true }),
      'GET /v1/user/submissions': ok({
        submissions: [],
        awards: [{ id: 'w1', time, points: 25, reason: { en: 'Best write-up' } }],
      }),
    },
    shows: 'Best write-up',
  },
}

/** The call as it arrives: below the base of the API, and as JSON only if there is a body. */
const asReceived = (call: string, body?: object) => {
  const [method = '', url = ''] = call.split(' ')
  return {
    method,
    url: `/base${url}`,
    authorization: 'Bearer t',
    contentType: body ? 'application/json' : null,
    body: body ? JSON.stringify(body) : '',
  }
}

type Row = [call: string, one: CallCase]

async function checkCall([call, { at, view, replies, act, body, shows }]: Row) {
  const app = await showWired(at, replies, { view })
  await act?.(app)
  const expected = asReceived(call, body)
  await waitFor(() =>
    expect(
      app.received.find(one => one.method === expected.method && one.url === expected.url),
    ).toEqual(expected),
  )
  if (shows) expect((await screen.findAllByText(shows)).length).toBeGreaterThan(0)
}

test.for(Object.entries(cases))('%s is called as the spec says', checkCall)

test.for(Object.entries(extensionCases))('%s is called, an extension', checkCall)

test('GET /v1/user/vpn/config: a text, saved as guidon.conf', async () => {
  const saved: unknown[] = []
  const saveConfig = fromPromise<void, { name: string; config: string }>(async ({ input }) => {
    saved.push(input)
  })
  const app = await showWired('/', {}, { device: { saveConfig } })
  await app.press(/^VPN/)
  await app.press('guidon.conf')
  await screen.findByText('The configuration was downloaded.')
  expect(saved).toEqual([{ name: 'guidon.conf', config: '[Interface]' }])
  expect(app.received).toContainEqual(asReceived('GET /v1/user/vpn/config'))
})

test('a group without a password is chosen without one', async () => {
  const app = await showWired('/', groupless)
  await app.choose('Open')
  await app.press('Confirm choice')
  const call = 'POST /v1/score_groups/select'
  await waitFor(() => expect(app.received).toContainEqual(asReceived(call, { scoreGroup: 'open' })))
})

test('a visitor asks for the public scoreboard without a token', async () => {
  const entries = [{ accountId: 'a7', displayName: 'Owls', flags: 1, points: 50, rank: 1 }]
  const app = await showWired(
    '/scoreboard',
    {
      'GET /v1/metadata': ok({ ...metadata, extensions: ['publicScoreboard'] }),
      'GET /v1/public/scoreboard': ok({
        groups: [{ slug: 'open', name: 'Open', entries, accounts: 1 }],
      }),
    },
    { isSignedOut: true },
  )
  await screen.findByText('Owls')
  const sent = app.received.map(({ method, url, authorization }) => [method, url, authorization])
  expect(sent).toEqual([
    ['GET', '/base/v1/metadata', null],
    ['GET', '/base/v1/metadata', null],
    ['GET', '/base/v1/public/scoreboard', null],
  ])
})

test('no call of the contract is left out here', () => {
  const own = ['getVpnConfig', 'getCategory', 'getHealth', 'getPublicScoreboard']
  const counted = { ...cases, ...extensionCases }
  expect(Object.keys(counted).length + own.length).toBe(Object.keys(calls).length)
})

test('calls that no page makes yet: a category, and the health', async () => {
  const category = { slug: 'web', name: 'Web', description: '', order: 1 }
  const health = { message: 'OK', detail: { description: 'All is well.' } }
  const { url, received } = await startBackend({
    'GET /v1/categories/web': ok(category),
    'GET /v1/health': ok(health),
  })
  const client = createClient({
    baseUrl: url,
    idempotencyKeys: false,
    gate: {
      nextId: () => 1,
      open: async () => {},
      failed: async () => {},
      succeeded: () => {},
      cancelled: () => {},
    },
    session: { token: () => 't', renewed: async () => {} },
    now: Date.now,
    onDate: () => {},
  })
  const answers = [
    await client('getCategory', { params: { slug: 'web' } }),
    await client('getHealth'),
  ]
  expect(answers.map(answer => answer.data)).toEqual([category, health])
  expect(received).toEqual([asReceived('GET /v1/categories/web'), asReceived('GET /v1/health')])
})

test.for([
  ['PUT', 'Start', {}],
  ['DELETE', 'Stop', runningNow],
] as const)('after %s, instance and stats are asked for again', async ([, button, replies]) => {
  const app = await showWired(challenge, replies)
  const asked = () => [
    app.countOf('GET', '/v1/challenges/login/instance?category=web'),
    app.countOf('GET', '/v1/user/stats'),
  ]
  await screen.findByRole('button', { name: button })
  expect(asked()).toEqual([1, 1])
  await app.press(button)
  await waitFor(() => expect(asked()).toEqual([2, 2]))
})

test.for([
  [1, 'The flag is correct!'],
  [2, 'This flag is wrong.'],
  [3, 'This flag was already submitted.'],
] as const)('the status %i of a flag says: %s', async ([status, text]) => {
  const solve = 'POST /v1/challenges/login/solve'
  const app = await showWired(challenge, { [solve]: ok({ status }) })
  await app.type('Flag', 'GUIDON{{a}{Enter}')
  await screen.findByText(text)
})

test('without a maximum of environments, any number may run', async () => {
  const stats = statsOf()
  const runningChallenges = { running: [{ categorySlug: 'web', challengeSlug: 'shop' }] }
  await showWired(challenge, { 'GET /v1/user/stats': ok({ ...stats, runningChallenges }) })
  await screen.findByText('Using 1 environment')
})

test('an account without a rank is on the scoreboard, too', async () => {
  const entry = { accountId: 'a8', displayName: 'Moles', flags: 0, points: 0, rank: null }
  await showWired('/scoreboard', { 'GET /v1/stats/scoreboard': ok({ entries: [entry] }) })
  await screen.findByText('Moles')
})

test.for([
  ['/v1/files/plan.png?signature=x', '/v1/files/plan.png?signature=x'],
  ['plan.png', '/plan.png'],
  ['http://', null],
] as const)('a picture at %s is asked for at the backend', async ([url, path]) => {
  const file = { name: 'plan.png', bytes: 9, url, width: 4, height: 3 }
  const files = { description: '![The plan](plan.png)', files: [file] }
  const { base } = await showWired(challenge, {
    'GET /v1/challenges/login': ok({ ...detail, ...files }),
  })
  if (path === null) expect((await screen.findByText('The plan')).localName).toBe('em')
  else {
    const shown = await screen.findByAltText<HTMLImageElement>('The plan')
    expect(shown.src).toBe(new URL(path, base).href)
  }
})

test('the logo of an event is asked for at the backend', async () => {
  const { base } = await showWired('/', {
    ...withExtension('event'),
    'GET /v1/event': ok({ name: 'Fair', logoUrl: '/v1/event/logo?tag=a' }),
  })
  await waitFor(() =>
    expect(document.querySelector<HTMLImageElement>('header img')?.src).toBe(
      new URL('/v1/event/logo?tag=a', base).href,
    ),
  )
})
