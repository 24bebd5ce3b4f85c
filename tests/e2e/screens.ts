import type { Page } from 'playwright/test'
import { solve } from '../../events/demo/web/hangar-search/solve.ts'
import type { Stage } from '../../scripts/shots/stage.ts'

/** One screen or dialog, reached from the one before it in the list by the same account. */
export interface Screen {
  readonly name: string
  readonly open: (stage: Stage) => Promise<unknown>
}

const hangar = '/challenge/web/hangar-search'
const instance = '/v1/challenges/hangar-search/instance?category=web'
const solution = '/v1/challenges/hangar-search/solve?category=web'

const at = (name: string, path: string): Screen => ({ name, open: stage => stage.visit(path) })

const opened = (name: string, button: (stage: Stage) => string | RegExp): Screen => ({
  name,
  async open(stage) {
    await stage.visit('/')
    await stage.page
      .getByRole('banner')
      .getByRole('button', { name: button(stage) })
      .click()
    await stage.page.getByRole('dialog').waitFor()
  },
})

/** The way of a new account through the running event, and every screen on it. */
export const screens: Screen[] = [
  at('home: team', '/'),
  {
    name: 'home: team, both forms refused',
    async open({ page }) {
      await page.getByRole('button', { name: 'Join team' }).click()
      await page.getByRole('button', { name: 'Create team' }).click()
    },
  },
  {
    name: 'home: score group',
    async open(stage) {
      await stage.call('POST', '/v1/teams', { name: `Team of ${stage.user}` })
      await stage.visit('/')
      await stage.page.locator('label', { hasText: 'Students' }).click()
    },
  },
  {
    name: 'home: score group, wrong password',
    async open({ page }) {
      await page.getByLabel('Password of the group').fill('wrong')
      await page.getByRole('button', { name: 'Choose' }).click()
      await page.getByText('The password is invalid.').waitFor()
    },
  },
  {
    name: 'home: play',
    async open(stage) {
      await stage.call('POST', '/v1/score_groups/select', { scoreGroup: 'open' })
      await stage.visit('/')
    },
  },
  opened('dialog: VPN', () => 'VPN'),
  opened('dialog: Discord', () => 'Discord'),
  opened('dialog: debug', stage => stage.user),
  at('own team', '/my-team'),
  at('scoreboard', '/scoreboard'),
  at('calendar', '/solves-calendar'),
  at('Flugzeug', '/flugzeug'),
  at('challenge with files', '/challenge/recovery/flight-recorder'),
  at('challenge with a table', '/challenge/preflight/signal-hoist'),
  at('challenge, not running', hangar),
  {
    name: 'challenge, wrong flag',
    async open({ page }) {
      await page.getByRole('textbox', { name: 'Flag' }).fill('GUIDON{not-this-one}')
      await page.keyboard.press('Enter')
      await page.getByText('This flag is wrong.').waitFor()
    },
  },
  {
    name: 'challenge, running',
    async open(stage) {
      await stage.call('PUT', instance)
      await stage.endpoints(instance)
      await stage.visit(hangar)
      await stage.page.getByRole('link', { name: 'Open' }).waitFor()
    },
  },
  {
    name: 'challenge, completed',
    async open(stage) {
      const endpoints = await stage.endpoints(instance)
      const [flag] = await solve({ endpoints, filesFolder: '', flagPrefix: 'GUIDON' })
      await stage.call('POST', solution, { flag })
      await stage.visit(hangar)
      await stage.page.getByText('Completed', { exact: true }).first().waitFor()
    },
  },
  at('challenge, unknown', '/challenge/web/no-such-thing'),
  at('calendar with a solve', '/solves-calendar'),
  at('not found', '/nowhere'),
  {
    name: 'dialog: network',
    async open(stage) {
      await stage.visit('/challenge/preflight/radio-check')
      await stage.page.context().setOffline(true)
      await stage.page.getByRole('textbox', { name: 'Flag' }).fill('GUIDON{typed-offline}')
      await stage.page.keyboard.press('Enter')
      await stage.page.getByRole('dialog', { name: 'Network connectivity issues' }).waitFor()
    },
  },
]

/** Those before the event, for an account with a team. */
export const screensBefore: Screen[] = [
  {
    name: 'home: not yet started',
    async open(stage) {
      await stage.call('POST', '/v1/teams', { name: `Team of ${stage.user}` })
      await stage.visit('/')
    },
  },
  at('own team before the start', '/my-team'),
]

export const screensAfter: Screen[] = [at('home: ended', '/')]

/** The app with a configuration that lacks two keys. */
export async function openMisconfigured(page: Page) {
  await page.route('/', async route => {
    const response = await route.fetch()
    const html = await response.text()
    const body = html.replace(/("(?:oidcIssuerUrl|apiBaseUrl)":\s*)"[^"]*"/g, '$1""')
    await route.fulfill({ response, body })
  })
  await page.goto('/')
  await page.getByText('apiBaseUrl').waitFor()
}

/** The app's own login screen, held while the provider does not answer. */
export async function openLogin(page: Page) {
  await page.route('**/.well-known/openid-configuration', () => {})
  await page.goto('/')
  await page.getByText('Redirecting to login page...').waitFor()
}

export async function openSignIn(page: Page) {
  await page.goto('/')
  await page.getByLabel('Username').waitFor()
}

/** Those for whom nobody is signed in. */
export const outside = {
  'sign-in page': openSignIn,
  'login screen': openLogin,
  'configuration error': openMisconfigured,
}
