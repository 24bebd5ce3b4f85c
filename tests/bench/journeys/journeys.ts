import type { BrowserContext, Page } from 'playwright'
import type { Network } from '../servers/dev-tools.ts'
import { password, type Site } from './site.ts'

export interface Tab {
  readonly context: BrowserContext
  readonly page: Page
  readonly site: Site
}

export interface Bounds {
  /** Requests in a row. */
  readonly row: number
  readonly kilobytes: number
  /** The most time, as a part of the reference page's time on the same connection and processor. */
  readonly ratio: Readonly<Record<Network['name'], number>>
}

export interface Journey {
  readonly about: string
  /** Whether the tab has a session at first. Its caches are always cold. */
  readonly session: boolean
  /** A selector of what is there at the end of the journey. */
  readonly content: string
  /** Runs before the measurement, on a fast connection and a fast processor. */
  before?(tab: Tab): Promise<unknown>
  act(tab: Tab): Promise<unknown>
  /** Runs after the measurement: undoes the journey's changes. */
  after?(tab: Tab): Promise<unknown>
  /** Absent: this is the reference journey, which is not of the app. */
  readonly bounds?: Bounds
}

const home = 'main a[href^="/challenge/"]'
/** What the app shows itself, in place of the rendered page. */
const ofApp = '#root > :not([inert])'
/** The most time as a part of the reference page's, for each connection and processor. */
const goal = { 'Fast 4G': 0.95, 'Slow 4G': 0.95 } as const
const ownRow = 'main [data-own-row]'
const instancePath = '/v1/challenges/hangar-search/instance?category=web'

const go = (path: string) => (tab: Tab) =>
  tab.page.goto(tab.site.origin + path, { waitUntil: 'commit' })

/** Clicks without Playwright's checks, which take time on a slow processor. */
const click = (selector: string) => (tab: Tab) =>
  tab.page.evaluate(sought => document.querySelector<HTMLElement>(sought)?.click(), selector)

/** Opens a page, and waits until the app has replaced the rendered page and is idle. */
const at = (path: string, content: string) => async (tab: Tab) => {
  await tab.page.goto(tab.site.origin + path)
  await tab.page.locator(`${ofApp} ${content}`).first().waitFor()
  await tab.page.evaluate(() => new Promise(resolve => requestIdleCallback(resolve)))
}

/** Opens home, until the service worker keeps the app. */
async function keepHome(tab: Tab) {
  await at('/', home)(tab)
  await tab.page.evaluate(() => navigator.serviceWorker.ready.then(() => {}))
}

async function leaveHome(tab: Tab) {
  await keepHome(tab)
  await tab.page.goto('about:blank')
}

async function fillSignIn(page: Page, { origin, participant }: Site) {
  await page.goto(origin)
  await page.locator('input[name=username]').fill(participant.user)
  await page.locator('input[name=password]').fill(password)
}

export const journeys: Readonly<Record<string, Journey>> = {
  reference: {
    about: 'the reference page, cold',
    session: false,
    content: 'main li:last-child',
    act: ({ page, site }) => page.goto(site.reference, { waitUntil: 'commit' }),
  },
  line: {
    about: 'a page of one line, cold: what no page can be ahead of',
    session: false,
    content: 'p',
    act: ({ page, site }) => page.goto(`${site.reference}/line`, { waitUntil: 'commit' }),
  },
  'first-visit': {
    about: 'a first visit, until the sign-in form can be typed in',
    session: false,
    content: 'input[name=username]',
    act: go('/'),
    bounds: { row: 2, kilobytes: 140, ratio: { 'Fast 4G': 1.5, 'Slow 4G': 1.2 } },
  },
  'sign-in': {
    about: 'from the filled-in sign-in form to home',
    session: false,
    content: home,
    before: ({ page, site }) => fillSignIn(page, site),
    act: click('button[value=signIn]'),
    bounds: { row: 7, kilobytes: 75, ratio: { 'Fast 4G': 2.5, 'Slow 4G': 2 } },
  },
  home: {
    about: 'home, signed in, cold',
    session: true,
    content: home,
    act: go('/'),
    bounds: { row: 3, kilobytes: 175, ratio: goal },
  },
  'home-in-use': {
    about: 'the same, until its links work',
    session: true,
    content: `${ofApp} ${home}`,
    act: go('/'),
    bounds: { row: 3, kilobytes: 180, ratio: { 'Fast 4G': 1.7, 'Slow 4G': 1.35 } },
  },
  scoreboard: {
    about: 'the scoreboard, signed in, cold',
    session: true,
    content: ownRow,
    act: go('/scoreboard'),
    bounds: { row: 3, kilobytes: 170, ratio: goal },
  },
  challenge: {
    about: 'a challenge whose text needs no renderer, signed in, cold',
    session: true,
    content: 'main article p + p',
    act: go('/challenge/web/hangar-search'),
    bounds: { row: 3, kilobytes: 180, ratio: goal },
  },
  'challenge-in-use': {
    about: 'the same, until a flag can be typed',
    session: true,
    content: `${ofApp} input[name=flag]`,
    act: go('/challenge/web/hangar-search'),
    bounds: { row: 3, kilobytes: 185, ratio: { 'Fast 4G': 1.7, 'Slow 4G': 1.35 } },
  },
  'rich-challenge': {
    about: 'a challenge whose text has a table, signed in, cold',
    session: true,
    content: 'main article table',
    act: go('/challenge/web/three-pennants'),
    bounds: { row: 5, kilobytes: 215, ratio: goal },
  },
  repeat: {
    about: 'home again, in the same tab, after another site',
    session: true,
    content: home,
    before: leaveHome,
    act: go('/'),
    bounds: { row: 2, kilobytes: 5, ratio: { 'Fast 4G': 1.8, 'Slow 4G': 1.3 } },
  },
  'repeat-shell': {
    about: 'the same, until header and sidebar are shown',
    session: true,
    content: '#root > *',
    before: leaveHome,
    act: go('/'),
    bounds: { row: 0, kilobytes: 0, ratio: { 'Fast 4G': 1, 'Slow 4G': 0.4 } },
  },
  'new-tab': {
    about: 'home again, in a new tab, whose session comes from the provider',
    session: false,
    content: home,
    async before({ context, site }) {
      const first = await context.newPage()
      await fillSignIn(first, site)
      await first.keyboard.press('Enter')
      await first.locator(home).first().waitFor()
      await first.close()
    },
    act: go('/'),
    bounds: { row: 7, kilobytes: 16, ratio: { 'Fast 4G': 3, 'Slow 4G': 2.5 } },
  },
  reload: {
    about: 'reload of home',
    session: true,
    content: home,
    before: keepHome,
    act: ({ page }) => page.reload({ waitUntil: 'commit' }),
    bounds: { row: 4, kilobytes: 5, ratio: { 'Fast 4G': 1.5, 'Slow 4G': 1.3 } },
  },
  click: {
    about: 'a click from home to the scoreboard',
    session: true,
    content: ownRow,
    before: at('/', home),
    act: click('nav a[href="/scoreboard"]'),
    bounds: { row: 2, kilobytes: 6, ratio: { 'Fast 4G': 0.8, 'Slow 4G': 0.6 } },
  },
  start: {
    about: 'from Start until the address of the environment can be copied',
    session: true,
    content: '[aria-label="Addresses of the environment"] li',
    before: at('/challenge/web/hangar-search', '[name=flag]'),
    act: ({ page }) =>
      page
        .getByRole('button', { name: 'Start', exact: true })
        .evaluate((button: HTMLElement) => button.click()),
    async after({ site: { participant } }) {
      await participant.call('DELETE', instancePath)
      await participant.until<{ state: string }>(
        instancePath,
        ({ state }) => state === 'not-running',
      )
    },
    bounds: { row: 6, kilobytes: 15, ratio: { 'Fast 4G': 6, 'Slow 4G': 3 } },
  },
  flag: {
    about: 'from a wrong flag to its verdict',
    session: true,
    content: 'form ~ div [role=status] > *',
    async before(tab) {
      await at('/challenge/web/hangar-search', 'input[name=flag]')(tab)
      await tab.page.locator('input[name=flag]').fill('GUIDON{not-this-one}')
    },
    act: click('form:has(input[name=flag]) button[type=submit]'),
    bounds: { row: 4, kilobytes: 10, ratio: { 'Fast 4G': 1.2, 'Slow 4G': 1 } },
  },
}
