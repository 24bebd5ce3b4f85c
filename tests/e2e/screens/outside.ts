import type { Page } from 'playwright/test'
import type { Locale } from '../../../scripts/shots/stage.ts'
import { type OutsideScreen, textIn } from './scene.ts'

const oidcConfiguration = '**/.well-known/openid-configuration'

/** The app with a configuration that lacks two keys. */
async function openMisconfigured(page: Page) {
  await page.route('/', async route => {
    const response = await route.fetch()
    const html = await response.text()
    const body = html.replace(/("(?:oidcIssuerUrl|apiBaseUrl)":\s*)"[^"]*"/g, '$1""')
    await route.fulfill({ response, body })
  })
  await page.goto('/')
  await page.getByText('apiBaseUrl').waitFor()
}

/** Held while the provider does not answer. */
async function openLogin(page: Page, locale: Locale) {
  await page.route(oidcConfiguration, () => {})
  await page.goto('/')
  await page.getByText(textIn(locale, 'Redirecting to login page...')).waitFor()
}

async function openFailedLogin(page: Page, locale: Locale) {
  await page.route(oidcConfiguration, route => route.fulfill({ status: 500 }))
  await page.goto('/')
  await page.getByText(textIn(locale, 'The login failed.')).waitFor()
}

async function openSignIn(page: Page) {
  await page.goto('/')
  await page.locator('input[name=username]').waitFor()
}

/** As which button asks: to sign in by a wrong password, or to create an account that exists. */
const refusedBy = (button: 'signIn' | 'create') => async (page: Page) => {
  await openSignIn(page)
  await page.locator('input[name=username]').fill('alice')
  await page.locator('input[name=password]').fill('not her password')
  await page.locator(`button[value=${button}]`).click()
  await page.getByRole('alert').waitFor()
}

async function openSignedOut(page: Page) {
  await page.goto('/oidc/session/end')
  await page.getByRole('link').waitFor()
}

/** The provider asks, since nobody has told it for which session. */
async function openSignOut(page: Page) {
  await openSignIn(page)
  await page.locator('input[name=username]').fill('alice')
  await page.locator('input[name=password]').fill('demo')
  await page.locator('button[value=signIn]').click()
  await page.locator('main h1').waitFor()
  await page.waitForURL('/')
  await page.goto('/oidc/session/end')
  await page.locator('#leave').waitFor()
}

async function openProviderError(page: Page) {
  await page.goto('/oidc/auth?client_id=nobody')
  await page.getByRole('link').waitFor()
}

export const outside: OutsideScreen[] = [
  { name: 'sign-in page', open: openSignIn },
  { name: 'sign-in page, wrong password', open: refusedBy('signIn') },
  { name: 'sign-in page, name taken', open: refusedBy('create') },
  { name: 'sign-out page', open: openSignOut },
  { name: 'signed-out page', open: openSignedOut },
  { name: 'error page of the provider', open: openProviderError },
  { name: 'login screen', open: openLogin },
  { name: 'login screen, failed', open: openFailedLogin },
  { name: 'configuration error', open: openMisconfigured },
]
