import type { Locator, Page } from 'playwright'
import type { AccountStats, Flugzeug, Instance, Team } from '../../src/api/contract.ts'
import type { Reply } from '../platform/start-platform.ts'

/** One participant of a case, and another one who helps. */
export interface CaseParticipant {
  readonly name: string
  /** Calls the platform itself, past the proxy. */
  call(method: string, path: string, body?: unknown): Promise<Reply>
}

/** A change that the app can make. */
export interface Change {
  readonly name: string
  /** The phase of the event that allows it: teams can only be left before the start. */
  readonly phase: 'running' | 'upcoming'
  /** The path of the page that makes it. */
  readonly path: string
  readonly request: readonly [method: string, path: RegExp]
  prepare(me: CaseParticipant, other: CaseParticipant): Promise<void>
  /** Fills in what is typed. If the text must be typed again, the case fails. */
  type?(page: Page, me: CaseParticipant): Promise<void>
  /** The field that keeps the typed text while the change is not made. */
  typed?(page: Page): Locator
  /** Requests the change, as a user does. */
  act(page: Page): Promise<void>
  /** How often it was made, by the platform's data; absent: only the screen shows it. */
  made?(me: CaseParticipant): Promise<number>
  /** What the page shows once it is made. */
  shown(page: Page, me: CaseParticipant): Locator
}

const challenge = { web: '/challenge/net/bound', plain: '/challenge/misc/plain' }
const instancePath = '/v1/challenges/bound/instance?category=net'
const button = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true })

async function must(reply: Promise<Reply>): Promise<Reply> {
  const { status, body } = await reply
  if (status >= 400) throw new Error(`The case cannot be prepared: ${JSON.stringify(body)}`)
  return reply
}

async function get<T>(me: CaseParticipant, path: string): Promise<T | null> {
  const { status, body } = await me.call('GET', path)
  return status === 200 ? (body as T) : null
}
const teamOf = (me: CaseParticipant) => get<Team>(me, '/v1/user/team')
const statsOf = (me: CaseParticipant) => get<AccountStats>(me, '/v1/user/stats')
const flugzeugOf = (me: CaseParticipant) => get<Flugzeug>(me, '/v1/user/flugzeug')

const joinTeam = (me: CaseParticipant) =>
  must(me.call('POST', '/v1/teams', { name: `T ${me.name}` }))
async function play(me: CaseParticipant) {
  await joinTeam(me)
  await must(me.call('POST', '/v1/score_groups/select', { scoreGroup: 'open' }))
}
async function until(isSo: () => Promise<boolean>) {
  for (let round = 0; round < 1200; round++) {
    if (await isSo()) return
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  throw new Error('The case cannot be prepared: nothing happened.')
}
async function run(me: CaseParticipant) {
  await play(me)
  await must(me.call('PUT', instancePath))
  await until(async () => (await get<Instance>(me, instancePath))?.state === 'running')
}
async function fly(me: CaseParticipant) {
  await play(me)
  await must(me.call('POST', '/v1/user/flugzeug'))
  await until(async () => (await flugzeugOf(me))?.status === 'running')
}
const minutesTo = (time: string | null | undefined) =>
  time ? Math.round((Date.parse(time) - Date.now()) / 60_000) : 0

export const changes: readonly Change[] = [
  {
    name: 'team create',
    phase: 'running',
    path: '/',
    request: ['POST', /^\/v1\/teams$/],
    prepare: async () => {},
    type: (page, me) => page.getByLabel('Team name').fill(`New ${me.name}`),
    typed: page => page.getByLabel('Team name'),
    act: page => button(page, 'Create team').click(),
    made: async me => ((await teamOf(me))?.name === `New ${me.name}` ? 1 : 0),
    shown: page => page.getByRole('heading', { name: 'Choose the score group of your team' }),
  },
  {
    name: 'team join',
    phase: 'running',
    path: '/',
    request: ['POST', /^\/v1\/teams\/join$/],
    async prepare(_, other) {
      await joinTeam(other)
      tokens.set(other.name, (await teamOf(other))?.joinToken ?? '')
    },
    type: (page, me) => page.getByLabel('Join token').fill(tokens.get(`${me.name}-other`) ?? ''),
    typed: page => page.getByLabel('Join token'),
    act: page => button(page, 'Join team').click(),
    made: async me => ((await teamOf(me))?.name === `T ${me.name}-other` ? 1 : 0),
    shown: page => page.getByRole('heading', { name: 'Choose the score group of your team' }),
  },
  {
    name: 'team leave',
    phase: 'upcoming',
    path: '/my-team',
    request: ['DELETE', /^\/v1\/teams\/[^/]+\/members\//],
    prepare: me => joinTeam(me).then(() => {}),
    async act(page) {
      const confirm = page.getByRole('dialog').getByRole('button', { name: 'Leave team' })
      if (!(await confirm.isVisible())) await button(page, 'Leave team').click()
      await confirm.click()
    },
    made: async me => ((await teamOf(me)) === null ? 1 : 0),
    shown: page => page.getByLabel('Team name'),
  },
  {
    name: 'score group',
    phase: 'running',
    path: '/',
    request: ['POST', /^\/v1\/score_groups\/select$/],
    prepare: me => joinTeam(me).then(() => {}),
    async type(page) {
      await page.locator('label', { hasText: 'Closed' }).click()
      await page.getByLabel('Password of the group').fill('sesame')
    },
    act: page => button(page, 'Confirm choice').click(),
    made: async me => ((await statsOf(me))?.scoreGroup === 'closed' ? 1 : 0),
    shown: page => page.getByRole('heading', { name: 'How to play' }),
  },
  {
    name: 'instance start',
    phase: 'running',
    path: challenge.web,
    request: ['PUT', /\/instance\?/],
    prepare: play,
    act: page => button(page, 'Start').click(),
    made: async me => (await statsOf(me))?.runningChallenges.running.length ?? 0,
    shown: page => button(page, 'Stop'),
  },
  {
    name: 'instance extend',
    phase: 'running',
    path: challenge.web,
    request: ['POST', /\/instance\/prolong\?/],
    prepare: run,
    act: page => button(page, 'Extend runtime').click(),
    made: async me =>
      minutesTo((await get<Instance>(me, instancePath))?.scheduledStopTime) / 30 - 1,
    shown: page => page.getByText(/(59|60) minutes|1 h/).first(),
  },
  {
    name: 'instance stop',
    phase: 'running',
    path: challenge.web,
    request: ['DELETE', /\/instance\?/],
    prepare: run,
    act: page => button(page, 'Stop').click(),
    made: async me => 1 - ((await statsOf(me))?.runningChallenges.running.length ?? 0),
    shown: page => button(page, 'Start'),
  },
  {
    name: 'flag',
    phase: 'running',
    path: challenge.plain,
    request: ['POST', /\/solve\?/],
    prepare: play,
    type: page => page.getByRole('textbox', { name: 'Flag' }).fill('TEST{plain}'),
    typed: page => page.getByRole('textbox', { name: 'Flag' }),
    act: page => page.getByRole('textbox', { name: 'Flag' }).press('Enter'),
    made: async me => (await statsOf(me))?.score.numSolvedFlags ?? 0,
    shown: page => page.getByRole('main').getByText('Completed', { exact: true }).first(),
  },
  {
    name: 'Flugzeug create',
    phase: 'running',
    path: '/flugzeug',
    request: ['POST', /^\/v1\/user\/flugzeug$/],
    prepare: play,
    act: page => button(page, 'Start').click(),
    made: async me => ((await flugzeugOf(me)) ? 1 : 0),
    shown: page => button(page, 'Stop'),
  },
  {
    name: 'Flugzeug resume',
    phase: 'running',
    path: '/flugzeug',
    request: ['PUT', /^\/v1\/user\/flugzeug\/start$/],
    async prepare(me) {
      await fly(me)
      await must(me.call('PUT', '/v1/user/flugzeug/stop'))
      await until(async () => (await flugzeugOf(me))?.status === 'stopped')
    },
    act: page => button(page, 'Start').click(),
    made: async me => ((await flugzeugOf(me))?.status === 'running' ? 1 : 0),
    shown: page => button(page, 'Stop'),
  },
  {
    name: 'Flugzeug extend',
    phase: 'running',
    path: '/flugzeug',
    request: ['POST', /^\/v1\/user\/flugzeug\/prolong$/],
    prepare: fly,
    act: page => button(page, 'Extend runtime').click(),
    made: async me => minutesTo((await flugzeugOf(me))?.stopTimestamp) / 30 - 1,
    shown: page => page.getByText(/(59|60) minutes|1 h/).first(),
  },
  {
    name: 'Flugzeug stop',
    phase: 'running',
    path: '/flugzeug',
    request: ['PUT', /^\/v1\/user\/flugzeug\/stop$/],
    prepare: fly,
    act: page => button(page, 'Stop').click(),
    made: async me => ((await flugzeugOf(me))?.status === 'stopped' ? 1 : 0),
    shown: page => button(page, 'Start'),
  },
  {
    name: 'Flugzeug reset',
    phase: 'running',
    path: '/flugzeug',
    request: ['DELETE', /^\/v1\/user\/flugzeug$/],
    prepare: fly,
    async act(page) {
      await button(page, 'Reset').click()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete everything' }).click()
    },
    made: async me => ((await flugzeugOf(me)) ? 0 : 1),
    shown: page => button(page, 'Start'),
  },
  {
    name: 'VPN download',
    phase: 'running',
    path: '/',
    request: ['GET', /^\/v1\/user\/vpn\/config$/],
    prepare: play,
    async act(page) {
      const download = page.getByRole('button', { name: 'guidon.conf' })
      if (!(await download.isVisible())) {
        await page.getByRole('banner').getByRole('button', { name: /^VPN/ }).click()
      }
      // Offline, the dialog cannot be loaded: the page says so, and the user tries again.
      const again = page.getByRole('button', { name: 'Try again' })
      await download.or(again).waitFor()
      while (!(await download.isVisible())) {
        await again.click()
        await download.or(again).waitFor()
      }
      await download.click()
    },
    shown: page => page.getByText('The configuration was downloaded.'),
  },
  {
    name: 'sign out',
    phase: 'running',
    path: '/',
    request: ['GET', /^\/oidc\/session\/end/],
    prepare: play,
    act: page =>
      page
        .getByRole('banner')
        .getByRole('button', { name: /^Sign out/ })
        .click(),
    shown: page => page.getByLabel('Username'),
  },
]

/** Join tokens of the teams of those who help, by their names. */
const tokens = new Map<string, string>()
