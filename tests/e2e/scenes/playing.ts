import type { Route } from 'playwright/test'
import { solve } from '../../../events/demo/web/hangar-search/solve.ts'
import { answered, at, changed, type LocalParticipant, type Scene } from './scene.ts'

const hangar = '/challenge/web/hangar-search'
const instance = '/v1/challenges/hangar-search/instance?category=web'
const solution = '/v1/challenges/hangar-search/solve?category=web'
const instanceOf = (slug: string, category: string) =>
  `/v1/challenges/${slug}/instance?category=${category}`

const dialog = (name: string, button: (participant: LocalParticipant) => string): Scene => ({
  name: `dialog: ${name}`,
  async open(participant) {
    await participant.visit('/')
    await participant.page
      .getByRole('banner')
      .getByRole('button', { name: button(participant) })
      .click()
    await participant.page.getByRole('dialog').waitFor()
  },
})

const dialogs: Scene[] = [
  dialog('VPN', () => 'VPN'),
  {
    name: 'dialog: VPN, QR code',
    async open({ page, text }) {
      await page.getByRole('button', { name: text('QR code for a phone') }).click()
      await page
        .getByRole('img', { name: text('QR code of your WireGuard configuration') })
        .waitFor()
    },
  },
  answered(
    'home: play, VPN connected',
    '/',
    '**/v1/user',
    changed(user => ({ ...user, vpn: { connected: true, ipv4Address: '10.13.0.2' } })),
  ),
  {
    name: 'dialog: VPN, connected',
    async open({ page }) {
      await page.getByRole('banner').getByRole('button', { name: 'VPN' }).click()
      await page.getByText('10.13.0.2').last().waitFor()
    },
    keepsAnswers: true,
  },
  dialog('help', ({ text }) => text('Help')),
  dialog('debug', ({ user }) => user),
  {
    name: 'palette',
    async open({ page, visit }) {
      await visit('/')
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog').getByRole('combobox').waitFor()
      await page.keyboard.press('ArrowDown')
    },
  },
  {
    name: 'palette, nothing found',
    async open({ page, text }) {
      await page.getByRole('dialog').getByRole('combobox').fill('xyzzy')
      await page.getByText(text('No matches.')).waitFor()
    },
  },
]

const pages: Scene[] = [
  at('own team', '/my-team'),
  at('scoreboard', '/scoreboard'),
  {
    name: 'account',
    async open({ page }) {
      await page.locator('main tbody a').first().click()
      await page.waitForURL('**/accounts/*')
      await page.locator('main section').first().waitFor()
    },
  },
  at('scoreboard again', '/scoreboard'),
  {
    name: 'scoreboard, nobody found',
    async open({ page, text }) {
      await page.locator('main input').fill('xyzzy')
      await page.getByText(text('No matches.')).waitFor()
    },
  },
  at('calendar', '/solves-calendar'),
  at('announcements', '/announcements'),
  at('not found', '/nowhere'),
]

const challenges: Scene[] = [
  at('challenge with files', '/challenge/recovery/flight-recorder'),
  at('challenge with a table', '/challenge/preflight/signal-hoist'),
  at('challenge, not running', hangar),
  {
    name: 'challenge, wrong flag',
    async open({ page, text }) {
      await page.locator('input[name=flag]').fill('GUIDON{not-this-one}')
      await page.keyboard.press('Enter')
      await page.getByText(text('This flag is wrong.')).waitFor()
    },
  },
  answered(
    'challenge, starting',
    hangar,
    `**${instance}`,
    changed(real => ({ ...real, state: 'starting' })),
  ),
  answered(
    'challenge, forbidden',
    hangar,
    '**/v1/challenges/hangar-search?category=web',
    changed(real => ({ ...real, canBeStarted: false })),
  ),
  {
    name: 'challenge, running',
    async open({ page, call, endpoints, visit, text }) {
      await call('PUT', instance)
      await endpoints(instance)
      await visit(hangar)
      await page.getByRole('link', { name: text('Open') }).waitFor()
    },
  },
  answered(
    'challenge, five minutes left',
    hangar,
    `**${instance}`,
    changed(real => ({ ...real, scheduledStopTime: new Date(Date.now() + 240_000).toISOString() })),
  ),
  {
    name: 'challenge, extension refused',
    async open({ page, visit, text }) {
      await visit(hangar)
      await page.getByRole('button', { name: text('Extend runtime') }).click()
      await page.locator('#extension [role=status]:not(:empty)').waitFor()
    },
  },
  {
    name: 'challenge, completed',
    async open({ page, call, endpoints, visit, text }) {
      const [flag] = await solve({
        endpoints: await endpoints(instance),
        filesFolder: '',
        flagPrefix: 'GUIDON',
      })
      await call('POST', solution, { flag })
      await visit(hangar)
      await page.getByText(text('Completed'), { exact: true }).first().waitFor()
    },
  },
  at('challenge, unknown', '/challenge/web/no-such-thing'),
  at('calendar with a solve', '/solves-calendar'),
]

const withMuchRunning: Scene[] = [
  {
    name: 'challenge, too many environments',
    async open({ page, call, visit, text }) {
      await call('PUT', instanceOf('readback', 'signals'))
      await call('PUT', instanceOf('two-time-pad', 'signals'))
      await visit('/challenge/web/three-pennants')
      await page.getByText(text('Stop some environments first.')).waitFor()
    },
  },
  {
    name: 'list of running environments',
    async open({ page, text }) {
      await page.getByRole('button', { name: text('Running environments') }).click()
      await page.getByRole('link', { name: 'Hangar Search' }).first().waitFor()
    },
  },
  {
    name: 'menu of a small screen',
    async open({ page, visit, text }) {
      await page.setViewportSize({ width: 360, height: 780 })
      await visit('/')
      await page.getByRole('button', { name: text('Menu') }).click()
      await page.getByRole('navigation').waitFor()
    },
  },
]

/** Scenes of participants who play. */
/** The ten challenges of the demo event, ten times. */
const hundred = async (route: Route) => {
  const response = await route.fetch()
  const list: { slug: string; name: string }[] = await response.json()
  const copies = Array.from({ length: 10 }, (_, copy) =>
    list.map(one =>
      copy ? { ...one, slug: `${one.slug}-${copy}`, name: `${one.name} ${copy}` } : one,
    ),
  )
  await route.fulfill({ response, json: copies.flat() })
}

const board: Scene[] = [
  {
    name: 'home: play, a hundred challenges',
    async open({ page, visit }) {
      await page.route('**/v1/challenges/', hundred)
      await visit('/')
      await page.getByRole('link', { name: 'Night Traffic 9' }).first().waitFor()
    },
  },
  {
    name: 'home: play, categories folded and texts open',
    async open({ page, text }) {
      await page.getByRole('button', { name: text('How to play') }).click()
      const headings = page.locator('nav h2 button')
      if (await headings.first().isVisible()) await headings.first().click()
    },
    keepsAnswers: true,
  },
]

export const playing: Scene[] = [...dialogs, ...pages, ...challenges, ...withMuchRunning, ...board]

/** This comes last: the page stays offline. */
export const offline: Scene[] = [
  {
    name: 'dialog: network',
    async open({ page, visit, text }) {
      await visit('/challenge/preflight/radio-check')
      await page.context().setOffline(true)
      await page.locator('input[name=flag]').fill('GUIDON{typed-offline}')
      await page.keyboard.press('Enter')
      await page.getByRole('dialog', { name: text('Network connectivity issues') }).waitFor()
    },
  },
]
