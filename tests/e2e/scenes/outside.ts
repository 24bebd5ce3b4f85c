import type { Page, Route } from 'playwright/test'
import { signInPage } from '../../../platform/identity/pages/sign-in-pages.ts'
import { queuePositionHtml, waitingStart } from '../../../platform/identity/queue/waiting.ts'
import { createTerms } from '../../../platform/identity/terms/terms.ts'
import type { Language } from '../../../src/domain/languages.ts'
import { askForDiscovery, failDiscovery, oidcConfiguration, rewrite } from '../page/rewrite.ts'
import { failing, type OutsideScene, textIn } from './scene.ts'

/** The app with a configuration that lacks two keys. */
async function openMisconfigured(page: Page) {
  await rewrite(page, '/', html =>
    html.replace(/("(?:oidcIssuerUrl|apiBaseUrl)":\s*)"[^"]*"/g, '$1""'),
  )
  await page.goto('/')
  await page.getByText('apiBaseUrl').waitFor()
}

/** The sign-in stays open while the provider does not answer. */
async function openAppSignIn(page: Page, locale: Language) {
  await askForDiscovery(page)
  await page.route(oidcConfiguration, () => {})
  await page.goto('/')
  await page.getByText(textIn(locale, 'Redirecting to login page...')).waitFor()
}

async function openAppFailedSignIn(page: Page, locale: Language) {
  await failDiscovery(page)
  await page.goto('/')
  await page.getByText(textIn(locale, 'Sign-in failed.')).waitFor()
}

async function openSignIn(page: Page) {
  await page.goto('/')
  await page.waitForURL('**/oidc/auth/*/sign-in')
  await page.locator('input[name=username]').waitFor()
}

/** Presses a button that is refused: a sign-in with a wrong password, or an account that exists. */
const refusedBy = (button: 'signIn' | 'create') => async (page: Page) => {
  await openSignIn(page)
  await page.locator('input[name=username]').fill('alice')
  await page.locator('input[name=password]').fill('not her password')
  await page.locator(`button[value=${button}]`).click()
  await page.getByRole('alert').waitFor()
}

const terms = createTerms(() => ({
  en: '## Fairness\n\n- Keep flags to your team.\n- Read [the rules](https://example.org/rules).',
}))

/** The platform's page for a request that gets an error. */
const refusedWith =
  (error: 'busy' | 'termsNotAccepted', status: number) =>
  async (page: Page, language: Language) => {
    await openSignIn(page)
    const { html, policy } = signInPage({
      language,
      action: '/',
      username: 'alice',
      error,
      formTargets: [],
      terms: error === 'busy' ? null : await terms(language),
    }).render()
    await page.route('**/oidc/auth/*/sign-in', route =>
      route.fulfill({
        status,
        headers: { 'content-type': 'text/html', 'content-security-policy': policy },
        body: html,
      }),
    )
    await page.reload()
    await page.getByRole('alert').waitFor()
  }

/** The page of the queue, before its last part is sent. */
async function openQueue(page: Page, language: Language) {
  await openSignIn(page)
  const form = { language, action: '/', formTargets: [], terms: null }
  const { start, policy } = signInPage(form).render()
  await page.route('**/oidc/auth/*/sign-in', route =>
    route.fulfill({
      headers: { 'content-type': 'text/html', 'content-security-policy': policy },
      body: [
        start,
        waitingStart,
        queuePositionHtml(language, 417),
        queuePositionHtml(language, 388),
      ].join(''),
    }),
  )
  await page.reload()
  await page.getByText('389').waitFor()
}

async function openUnacceptedTerms(page: Page, language: Language) {
  await refusedWith('termsNotAccepted', 400)(page, language)
  await page.locator('summary').click()
}

async function signIn(page: Page) {
  await openSignIn(page)
  await page.locator('input[name=username]').fill('alice')
  await page.locator('input[name=password]').fill('demo')
  await page.locator('button[value=signIn]').click()
  await page.waitForURL('/')
}

async function openAccount(page: Page) {
  await signIn(page)
  await page.goto('/oidc/account')
  await page.locator('#current').waitFor()
}

/** The page of the sign-ins from earlier scenes, with the answer to a change of the password. */
const passwordChange = (current: string, wanted: string) => async (page: Page) => {
  await openAccount(page)
  await page.locator('#current').fill(current)
  await page.locator('#wanted').fill(wanted)
  await page.locator('button[value=password]').click()
  await page.locator('[role=alert],[role=status]').waitFor()
}

async function openEndedSignIns(page: Page) {
  await openAccount(page)
  await page.locator('button[value=end]').first().click()
  await page.getByRole('status').waitFor()
}

async function openSignedOut(page: Page) {
  await page.goto('/oidc/session/end')
  await page.getByRole('link').waitFor()
}

/** The provider asks, since it does not know which session to end. */
async function openSignOut(page: Page) {
  await signIn(page)
  await page.locator('main h1').waitFor()
  await page.goto('/oidc/session/end')
  await page.locator('#leave').waitFor()
}

async function openProviderError(page: Page) {
  await page.goto('/oidc/auth?client_id=nobody')
  await page.getByRole('link').waitFor()
}

const accounts = Array.from({ length: 40 }, (_, index) => ({
  accountId: `a${index}`,
  displayName:
    index === 1 ? 'Donaudampfschifffahrtsgesellschaft'.padEnd(100, 'n') : `Team ${index}`,
  flags: 50 - index,
  points: 12_000 - 250 * index,
  rank: index + 1,
  lastSolve: '2026-05-01T10:30:00.000Z',
}))

/** With this answer, and its text. */
const publicScoreboard =
  (answer: (route: Route) => Promise<unknown>, text: string) =>
  async (page: Page, locale: Language) => {
    await page.route('**/v1/public/scoreboard', answer)
    await page.goto('/scoreboard')
    await page.getByText(textIn(locale, text)).first().waitFor()
  }

const withBoard = (entries: readonly object[], frozenSince: string | null) => (route: Route) =>
  route.fulfill({
    json: {
      groups: [
        { slug: 'open', name: 'Open', entries, accounts: 7 * entries.length },
        { slug: 'students', name: 'Students', entries, accounts: entries.length },
      ],
      frozenSince,
    },
  })

const refused = (status: number, code: string) => (route: Route) =>
  route.fulfill({ status, json: { ok: false, code, message: 'No.' } })

export const outside: OutsideScene[] = [
  {
    name: 'public scoreboard',
    open: publicScoreboard(withBoard(accounts, '2026-05-01T11:00:00.000Z'), 'Last flag'),
  },
  {
    name: 'public scoreboard without entries',
    open: publicScoreboard(withBoard([], null), 'No entries yet.'),
  },
  {
    name: 'public scoreboard that cannot be loaded',
    open: publicScoreboard(failing, 'This could not be loaded.'),
  },
  {
    name: 'public scoreboard before the start',
    open: publicScoreboard(refused(403, 'TIME_RESTRICTED'), 'The CTF has not started yet.'),
  },
  {
    name: 'public scoreboard that is closed again',
    open: publicScoreboard(refused(404, 'NOT_FOUND'), 'The scoreboard is not public any more.'),
  },
  { name: 'sign-in page', open: openSignIn },
  { name: 'sign-in page, wrong password', open: refusedBy('signIn') },
  { name: 'sign-in page, name taken', open: refusedBy('create') },
  { name: 'sign-in page, terms', open: openUnacceptedTerms },
  { name: 'sign-in page, in the queue', open: openQueue },
  { name: 'sign-in page, 503', open: refusedWith('busy', 503) },
  { name: 'account page', open: openAccount },
  { name: 'account page, wrong password', open: passwordChange('wrong', 'battery staple') },
  { name: 'account page, common password', open: passwordChange('demo', 'password1') },
  { name: 'account page, many sign-ins, one ended', open: openEndedSignIns },
  { name: 'sign-out page', open: openSignOut },
  { name: 'signed-out page', open: openSignedOut },
  { name: 'error page of the provider', open: openProviderError },
  { name: 'sign-in screen of the app', open: openAppSignIn },
  { name: 'sign-in screen of the app, failed', open: openAppFailedSignIn },
  { name: 'configuration error', open: openMisconfigured },
]
