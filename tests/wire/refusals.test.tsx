import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { calls } from '../../src/api/contract/every-call.ts'
import { detail, running, statsOf } from '../support/challenge.ts'
import { metadata } from '../support/fake-app.ts'
import { ok, type Replies, refuse } from './backend.ts'
import { groupless, runningNow, teamed, teamless, withExtension } from './replies.ts'
import { showWired, type Wired } from './show.tsx'

afterEach(cleanup)

const challenge = '/challenge/web/login'
const instance = 'GET /v1/challenges/login/instance'

interface RefusalCase {
  /** The call as the spec writes it, without its query. */
  readonly call: string
  readonly at: string
  /** The token of a team mate's desktop that the page begins with. */
  readonly view?: string
  readonly replies?: Replies
  readonly act?: (app: Wired) => Promise<unknown>
  /** What the page then shows, by the code of the refusal with its status. */
  readonly says: Readonly<Record<string, string | RegExp>>
}

const FAILED = 'That did not work.'
const NOT_LOADED = 'This could not be loaded.'
const TRY_AGAIN = 'That did not work. Please try again.'
/** These are no failures. */
const expected: (string | RegExp)[] = [
  'Stop some environments first.',
  'You cannot extend it yet.',
  'Wait 1 s',
]

const cases: RefusalCase[] = [
  {
    call: 'GET /v1/user/stats',
    at: '/',
    replies: groupless,
    says: {
      '404 NO_ACCOUNT': 'Choose your score group',
      '404 NOT_FOUND': 'The event could not be loaded.',
      '500 UNKNOWN': 'The event could not be loaded.',
    },
  },
  {
    call: 'GET /v1/user/team',
    at: '/',
    replies: teamless,
    says: {
      '404 NO_TEAM': 'Find your team',
      '404 NOT_FOUND': 'The event could not be loaded.',
    },
  },
  {
    call: instance,
    at: challenge,
    says: {
      '404 NOT_FOUND': 'This challenge does not exist any more.',
      '403 NO_SCORE_GROUP_SELECTED': 'Choose a score group first.',
      '500 UNKNOWN': 'The state of the environment could not be read.',
    },
  },
  {
    call: 'PUT /v1/challenges/login/instance',
    at: challenge,
    act: ({ press }) => press('Start'),
    says: {
      '409 MAXIMUM_NUMBER_CHALLENGE_INSTANCES_REACHED': 'Stop some environments first.',
      '400 UNSUPPORTED_ORCHESTRATOR_OPERATION': 'This environment does not support that.',
      '403 TIME_RESTRICTED': 'The event does not allow this at the moment.',
    },
  },
  {
    call: 'POST /v1/challenges/login/instance/prolong',
    at: challenge,
    replies: runningNow,
    act: ({ press }) => press('Extend runtime'),
    says: {
      '400 CANNOT_PROLONG_CHALLENGE_INSTANCE': 'You cannot extend it yet.',
      '400 UNSUPPORTED_ORCHESTRATOR_OPERATION': FAILED,
      '400 CANNOT_PROLONG_FLUGZEUG': FAILED,
    },
  },
  {
    call: 'DELETE /v1/challenges/login/instance',
    at: challenge,
    replies: runningNow,
    act: ({ press }) => press('Stop'),
    says: { '403 TIME_RESTRICTED': 'The event does not allow this at the moment.' },
  },
  {
    call: 'GET /v1/challenges/login',
    at: challenge,
    replies: {
      'GET /v1/challenges/': ok([
        {
          categorySlug: 'web',
          slug: 'login',
          name: 'Login',
          order: 1,
          difficulty: 'easy',
          requires: [{ categorySlug: 'web', challengeSlug: 'shop' }],
        },
      ]),
    },
    says: {
      '404 NOT_FOUND': 'There is no such challenge.',
      '403 REQUIREMENTS_NOT_MET': /^Complete these challenges first\./,
      '403 TIME_RESTRICTED': 'The challenge could not be loaded.',
    },
  },
  {
    call: 'GET /v1/challenges/login/score',
    at: challenge,
    act: async ({ type }) => {
      await screen.findByText('Get in.')
      await type('Flag', 'GUIDON{{a}{Enter}')
    },
    // A flag can be submitted all the same.
    says: { '403 TIME_RESTRICTED': 'This flag is wrong.', '500 UNKNOWN': 'This flag is wrong.' },
  },
  {
    call: 'GET /v1/categories/',
    at: '/',
    says: {
      '403 TIME_RESTRICTED': 'The challenges could not be loaded.',
      '500 UNKNOWN': 'The challenges could not be loaded.',
    },
  },
  {
    call: 'GET /v1/challenges/',
    at: '/',
    says: {
      '403 NO_SCORE_GROUP_SELECTED': 'The challenges could not be loaded.',
      '500 UNKNOWN': 'The challenges could not be loaded.',
    },
  },
  {
    call: 'GET /v1/stats/scoreboard',
    at: '/scoreboard',
    says: { '403 TIME_RESTRICTED': NOT_LOADED, '500 UNKNOWN': NOT_LOADED },
  },
  {
    call: 'GET /v1/stats/solvetimes',
    at: '/solves-calendar',
    says: { '403 NO_SCORE_GROUP_SELECTED': NOT_LOADED, '500 UNKNOWN': NOT_LOADED },
  },
  {
    call: 'GET /v1/score_groups',
    at: '/',
    replies: groupless,
    says: { '500 UNKNOWN': 'The score groups could not be loaded.' },
  },
  {
    call: 'GET /v1/metadata',
    at: '/',
    says: { '404 NOT_FOUND': 'The event could not be loaded.' },
  },
  {
    call: 'GET /v1/user',
    at: '/',
    says: { '500 UNKNOWN': 'The event could not be loaded.' },
  },
  {
    call: 'GET /v1/event',
    at: '/',
    replies: withExtension('event'),
    says: { '500 UNKNOWN': 'How to play' },
  },
  {
    call: 'POST /v1/challenges/login/solve',
    at: challenge,
    act: ({ type }) => type('Flag', 'GUIDON{{a}{Enter}'),
    says: {
      '429 UNKNOWN': 'Wait 1 s',
      '403 TIME_RESTRICTED': 'The event does not allow this at the moment.',
      '404 NOT_FOUND': 'This challenge does not exist any more.',
    },
  },
  {
    call: 'POST /v1/challenges/login/hints/dear',
    at: challenge,
    replies: { 'GET /v1/challenges/login': ok({ ...detail, hints: [{ id: 'dear', cost: 50 }] }) },
    act: ({ takeHint }) => takeHint(),
    says: {
      '403 TIME_RESTRICTED': 'The event has ended. Hints can no longer be taken.',
      '404 NOT_FOUND': 'This challenge does not exist any more.',
    },
  },
  {
    call: 'GET /v1/challenges/login/solves',
    at: challenge,
    replies: {
      ...withExtension('challenges'),
      'GET /v1/challenges/login': ok({ ...detail, solves: 1 }),
    },
    act: ({ openSolves }) => openSolves(),
    says: { '404 NOT_FOUND': TRY_AGAIN, '500 UNKNOWN': TRY_AGAIN },
  },
  {
    call: 'GET /v1/accounts/a7',
    at: '/accounts/a7',
    replies: withExtension('scoreboard'),
    says: {
      '404 NOT_FOUND': 'It may belong to another score group, or it is gone.',
      '403 TIME_RESTRICTED': NOT_LOADED,
    },
  },
  {
    call: 'GET /v1/stats/history',
    at: '/scoreboard',
    replies: withExtension('scoreboard'),
    says: { '403 TIME_RESTRICTED': NOT_LOADED, '500 UNKNOWN': NOT_LOADED },
  },
  {
    call: 'GET /v1/user/submissions',
    at: '/my-team',
    replies: { ...teamed, ...withExtension('account', { teamModeEnabled: true }) },
    says: { '404 NO_ACCOUNT': NOT_LOADED, '500 UNKNOWN': NOT_LOADED },
  },
  {
    call: 'GET /v1/announcements',
    at: '/announcements',
    replies: withExtension('announcements'),
    says: { '403 TIME_RESTRICTED': NOT_LOADED, '500 UNKNOWN': NOT_LOADED },
  },
  {
    call: 'GET /v1/flugzeug/view',
    at: '/flugzeug',
    view: 'v1',
    replies: { ...teamed, ...withExtension('desktopViews', { teamModeEnabled: true }) },
    says: {
      '404 NOT_FOUND': 'This desktop is not shared.',
      '403 TIME_RESTRICTED': 'The desktop could not be loaded.',
    },
  },
  {
    call: 'POST /v1/teams/join',
    at: '/',
    replies: teamless,
    act: ({ type }) => type('Join token', 'j1{Enter}'),
    says: {
      '409 TEAM_FULL': 'The team is already full.',
      '400 TEAM_JOIN_TOKEN_INVALID': 'The provided token is wrong.',
      '404 NOT_FOUND': 'This event has no teams.',
      '403 TIME_RESTRICTED': 'The event is over.',
      '400 VALIDATION_FAILED': 'This is not a valid token.',
      '429 UNKNOWN': 'Wait 1 s',
      '409 TEAM_NAME_TAKEN': TRY_AGAIN,
    },
  },
  {
    call: 'POST /v1/teams',
    at: '/',
    replies: teamless,
    act: ({ type }) => type('Team name', 'Lancers{Enter}'),
    says: {
      '409 TEAM_NAME_TAKEN': 'There is already a team with this name.',
      '404 NOT_FOUND': 'This event has no teams.',
      '403 TIME_RESTRICTED': 'The event is over.',
      '400 VALIDATION_FAILED': /^You cannot use this name\./,
      '429 UNKNOWN': 'Wait 1 s',
      '409 TEAM_FULL': TRY_AGAIN,
    },
  },
  {
    call: 'POST /v1/score_groups/select',
    at: '/',
    replies: groupless,
    act: async ({ choose, typePassword }) => {
      await choose(/^Staff/)
      await typePassword('guess{Enter}')
    },
    says: {
      '403 SCORE_GROUP_WRONG_PASSWORD': 'The password is invalid.',
      '404 NO_ACCOUNT': 'You need an account in this event to choose a score group.',
      '404 NOT_FOUND': 'This score group does not exist any more.',
      '403 TIME_RESTRICTED': 'The event is over.',
      '429 UNKNOWN': 'Wait 1 s',
      '400 VALIDATION_FAILED': TRY_AGAIN,
    },
  },
  {
    call: 'DELETE /v1/teams/t1/members/u1',
    at: '/my-team',
    replies: teamed,
    act: leave,
    says: {
      '403 TIME_RESTRICTED': 'The CTF has started. You can no longer leave the team.',
      '500 UNKNOWN': TRY_AGAIN,
    },
  },
  {
    call: 'GET /v1/user/vpn/config',
    at: challenge,
    act: async ({ press }) => {
      await press('Connect')
      await press('guidon.conf')
    },
    says: {
      '404 NO_ACCOUNT': 'You need an account in this event to use the VPN.',
      '403 NO_SCORE_GROUP_SELECTED': 'Choose a score group first.',
      '403 TIME_RESTRICTED': 'The VPN is open during play time only.',
      '404 NOT_FOUND': 'This event has no VPN. You reach its environments without one.',
      '500 UNKNOWN': 'The configuration could not be downloaded.',
    },
  },
  {
    call: 'GET /v1/user/flugzeug',
    at: '/flugzeug',
    says: {
      '404 NOT_FOUND': 'Your desktop could not be loaded.',
      '403 TIME_RESTRICTED': 'The event does not allow this at the moment.',
    },
  },
  {
    call: 'POST /v1/user/flugzeug/prolong',
    at: '/flugzeug',
    act: ({ press }) => press('Extend runtime'),
    says: {
      '400 CANNOT_PROLONG_FLUGZEUG': 'You cannot extend it yet.',
      '400 CANNOT_PROLONG_CHALLENGE_INSTANCE': FAILED,
      '403 TIME_RESTRICTED': FAILED,
    },
  },
  {
    call: 'POST /v1/user/flugzeug',
    at: '/flugzeug',
    replies: { 'GET /v1/user/flugzeug': refuse(404, 'NO_FLUGZEUG') },
    act: ({ press }) => press('Start'),
    says: {
      '400 UNSUPPORTED_ORCHESTRATOR_OPERATION': 'The server cannot run desktops at the moment.',
      '403 TIME_RESTRICTED': 'The event does not allow this at the moment.',
    },
  },
  {
    call: 'PUT /v1/user/flugzeug/start',
    at: '/flugzeug',
    replies: { 'GET /v1/user/flugzeug': ok({ status: 'stopped', stopTimestamp: null, url: null }) },
    act: ({ press }) => press('Start'),
    says: {
      '400 UNSUPPORTED_ORCHESTRATOR_OPERATION': 'The server cannot run desktops at the moment.',
      '403 TIME_RESTRICTED': 'The event does not allow this at the moment.',
    },
  },
  {
    call: 'DELETE /v1/user/flugzeug',
    at: '/flugzeug',
    act: async ({ press }) => {
      await press('Reset')
      await press('Delete everything')
    },
    says: { '403 TIME_RESTRICTED': 'The event does not allow this at the moment.' },
  },
  {
    call: 'PUT /v1/user/flugzeug/stop',
    at: '/flugzeug',
    act: ({ press }) => press('Stop'),
    says: { '403 TIME_RESTRICTED': FAILED },
  },
]

async function leave({ press }: Wired) {
  await press('Leave team')
  await screen.findByRole('dialog')
  screen.getAllByRole('button', { name: 'Leave team' })[1]?.click()
}

const answers = cases.flatMap(one =>
  Object.entries(one.says).map(([refusal, text]) => ({ ...one, refusal, text })),
)

test('no call that a page makes is left out here', () => {
  const own = ['getPublicScoreboard', 'getFlugzeugEnabled', 'getCategory', 'getHealth']
  const counted = new Set(cases.map(({ call }) => call))
  expect(counted.size + own.length).toBe(Object.keys(calls).length)
})

test.each(answers)(
  '$call, $refusal: $text',
  async ({ call, at, view, replies, act, refusal, text }) => {
    const [status, code = ''] = refusal.split(' ')
    const app = await showWired(at, { ...replies, [call]: refuse(Number(status), code) }, { view })
    await act?.(app)
    await screen.findAllByText(text)
    if (expected.includes(text)) expect(screen.queryByText(FAILED)).toBe(null)
    if (text !== 'You cannot extend it yet.') return
    expect(screen.getByRole('button', { name: 'Extend runtime' }).className).toMatch(/_shake_/)
  },
)

/** Lets the app poll until this call was made twice more: then the first answer was read. */
async function poll(app: Wired, call: string) {
  const [method = '', url = ''] = call.split(' ')
  const before = app.countOf(method, url)
  await waitFor(async () => {
    await app.pass(10_000)
    expect(app.countOf(method, url)).toBeGreaterThanOrEqual(before + 2)
  })
}

test('TIME_RESTRICTED on the instance fetch is ignored', async () => {
  const app = await showWired(challenge, runningNow)
  await screen.findByText('60 minutes left')
  app.replies[instance] = refuse(403, 'TIME_RESTRICTED')
  await poll(app, `${instance}?category=web`)
  expect(screen.queryByText('The state of the environment could not be read.')).toBe(null)
  app.replies[instance] = refuse(404, 'NOT_FOUND')
  await poll(app, `${instance}?category=web`)
  await screen.findByText('The state of the environment could not be read.')
})

const check = 'GET /v1/user/flugzeug/enabled'

test.each(['NO_SCORE_GROUP_SELECTED', 'TIME_RESTRICTED'])(
  'the Flugzeug check: %s means that it is not enabled',
  async code => {
    const app = await showWired('/flugzeug', { [check]: refuse(403, code) })
    // The app leads home.
    await screen.findByText('How to play')
    await poll(app, 'GET /v1/user')
    expect(screen.queryByText('Flugzeug VM')).toBe(null)
  },
)

test('the Flugzeug check: an app that took the event for started a moment too early asks again', async () => {
  const app = await showWired('/', { [check]: refuse(403, 'TIME_RESTRICTED') })
  await screen.findByText('How to play')
  await poll(app, 'GET /v1/user')
  expect(screen.queryByText('Flugzeug VM')).toBe(null)
  app.replies[check] = ok({ enabled: true })
  await poll(app, 'GET /v1/user')
  await screen.findByText('Flugzeug VM')
})

test('the Flugzeug check: any other refusal is a failure, after which it is asked again', async () => {
  const app = await showWired('/', { [check]: refuse(404, 'NO_ACCOUNT') })
  await screen.findByText('How to play')
  expect(screen.queryByText('Flugzeug VM')).toBe(null)
  app.replies[check] = ok({ enabled: true })
  await poll(app, 'GET /v1/user')
  await screen.findByText('Flugzeug VM')
})

test('NO_ACCOUNT means no points, no group and nothing running', async () => {
  await showWired('/', { ...groupless, 'GET /v1/user/stats': refuse(404, 'NO_ACCOUNT') })
  await screen.findByText('Choose your score group')
  expect(screen.queryByText(/point|place/)).toBe(null)
  expect(screen.queryByText('Running environments')).toBe(null)
})

test.each(['NOT_FOUND', 'USER_NOT_TEAM_MEMBER'])(
  'leaving refused with %s: the user is in no team any more',
  async code => {
    const app = await showWired('/my-team', {
      ...teamed,
      'DELETE /v1/teams/t1/members/u1': refuse(403, code),
    })
    await screen.findByRole('heading', { name: 'Foxes' })
    app.replies['GET /v1/user/team'] = refuse(404, 'NO_TEAM')
    await leave(app)
    await screen.findByText('Find your team')
  },
)

test.each(['TIME_RESTRICTED', 'NOT_FOUND'])(
  'an environment refused with %s does not keep the others from being warned of',
  async code => {
    const stop = '2026-05-01T12:03:00.000Z'
    await showWired('/scoreboard', {
      'GET /v1/user/stats': ok(
        statsOf([
          { categorySlug: 'web', challengeSlug: 'gone' },
          { categorySlug: 'web', challengeSlug: 'login' },
        ]),
      ),
      'GET /v1/challenges/gone/instance': refuse(403, code),
      [instance]: ok({ ...running, scheduledStopTime: stop }),
    })
    await waitFor(() => expect(document.title).toContain('3 min: Login'))
  },
)

test.each([
  ['Open', undefined],
  [/^Staff/, 'You are in the score group Open.'],
])(
  'the group that somebody else of the team chose is taken as chosen, and named to a member who wanted another one: %s',
  async (wanted, message) => {
    const app = await showWired('/', {
      ...groupless,
      'POST /v1/score_groups/select': refuse(409, 'SCORE_GROUP_ALREADY_SELECTED'),
    })
    await app.choose(wanted)
    app.replies['GET /v1/user/stats'] = ok(statsOf())
    app.replies['GET /v1/metadata'] = ok(metadata)
    if (message) await app.typePassword('the right one{Enter}')
    else await app.press('Confirm choice')
    await screen.findByText('How to play')
    const notice = screen.queryByText(/This score group was chosen already/)
    expect(notice?.textContent).toBe(
      message && `${message}This score group was chosen already, before your choice.`,
    )
  },
)

test('Retry-After says how many seconds to wait', async () => {
  const app = await showWired(challenge, {
    'POST /v1/challenges/login/solve': refuse(429, 'UNKNOWN', { 'retry-after': '12' }),
  })
  await app.type('Flag', 'GUIDON{{a}{Enter}')
  await screen.findByText('Wait 12 s')
})

test.each([
  [401, 'NOT_AUTHORIZED', /\(NOT_AUTHORIZED\)/],
  [403, 'TIME_RESTRICTED', 'The CTF has not started yet.'],
  [404, 'NOT_FOUND', 'The scoreboard is not public any more.'],
  [429, 'UNKNOWN', 'Too many attempts. Wait a moment and try again.'],
  [500, 'UNKNOWN', 'This could not be loaded.'],
])('the public scoreboard, %i %s: %s', async (status, code, text) => {
  const replies = {
    'GET /v1/metadata': ok({ ...metadata, extensions: ['publicScoreboard'] }),
    'GET /v1/public/scoreboard': refuse(status, code),
  }
  await showWired('/scoreboard', replies, { isSignedOut: true })
  await screen.findByText(text)
})
