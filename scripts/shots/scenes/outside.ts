import { messagePage } from '../../../platform/identity/pages/message-page.ts'
import { signInPage } from '../../../platform/identity/pages/sign-in-pages.ts'
import { languageOf, texts } from '../../../platform/identity/pages/texts.ts'
import { createTerms } from '../../../platform/identity/terms/terms.ts'
import {
  askForDiscovery,
  failDiscovery,
  oidcConfiguration,
} from '../../../tests/e2e/page/rewrite.ts'
import type { Participant } from '../../../tests/support/participant.ts'
import { play, type Scene } from '../scene.ts'

const forgetSession = ({ page }: Participant) => page.evaluate(() => sessionStorage.clear())

/** From the next page on, the browser lets the site store nothing. */
const forbidStorage = ({ page }: Participant) =>
  page.addInitScript(() => {
    const forbidden = {
      get(): never {
        throw new DOMException('Access is denied for this document.', 'SecurityError')
      },
    }
    Object.defineProperty(window, 'sessionStorage', forbidden)
    Object.defineProperty(window, 'localStorage', forbidden)
  })

const terms = createTerms(() => ({
  en: '## Fairness\n\n- Keep flags to your team.\n- Attack only what a challenge gives you.\n\n## Data\n\nWe delete all accounts after 30 days.',
  de: '## Fairness\n\n- Behalte Flags in deinem Team.\n- Greif nur an, was dir eine Challenge gibt.\n\n## Daten\n\nWir löschen alle Konten nach 30 Tagen.',
}))

type ProviderPage = ReturnType<typeof messagePage>

/** A page of the provider, as the platform renders it in the browser's language. */
async function showProviderPage(
  { page }: Participant,
  make: (language: ReturnType<typeof languageOf>) => ProviderPage | Promise<ProviderPage>,
) {
  const language = languageOf(await page.evaluate(() => navigator.language))
  const { status, render } = await make(language)
  const { html, policy } = render()
  const headers = { 'content-type': 'text/html', 'content-security-policy': policy }
  await page.route('**/oidc/shown', route => route.fulfill({ status, headers, body: html }))
  await page.goto('/oidc/shown')
  await page.locator('h1').waitFor()
}

async function openAccount({ page }: Participant) {
  await page.goto('/oidc/account')
  await page.locator('#current').waitFor()
}

/** What users see before the app is loaded, and where the app has no page of its own. */
export const outside: Scene[] = [
  {
    name: 'sign-in-redirecting',
    event: 'running',
    async arrange(participant) {
      await forgetSession(participant)
      await askForDiscovery(participant.page)
      await participant.hold(oidcConfiguration)
      await participant.page.goto('/')
      await participant.page.getByRole('status').first().waitFor()
    },
  },
  {
    name: 'sign-in-failed',
    event: 'running',
    async arrange(participant) {
      await forgetSession(participant)
      await failDiscovery(participant.page)
      await participant.page.goto('/')
      await participant.page.getByRole('button').first().waitFor()
    },
  },
  {
    name: 'sign-in-no-storage',
    event: 'running',
    async arrange(participant) {
      await forbidStorage(participant)
      await participant.page.goto('/')
      await participant.page.getByRole('alert').waitFor()
    },
  },
  {
    name: 'last-resort',
    event: 'running',
    async arrange({ page }) {
      await page.route(/\/assets\/(en|de)-[^/]*$/, route => route.fulfill({ status: 404 }))
      await page.goto('/')
      await page.locator('h1').waitFor()
    },
  },
  {
    name: 'sign-in-busy',
    event: 'running',
    arrange: participant =>
      showProviderPage(participant, language =>
        signInPage({
          language,
          action: '/',
          username: 'alice',
          error: 'busy',
          formTargets: [],
          terms: null,
        }),
      ),
  },
  {
    name: 'sign-in-other-account',
    event: 'running',
    arrange: participant =>
      showProviderPage(participant, language =>
        signInPage({
          language,
          action: '/',
          username: 'alice',
          formTargets: [],
          terms: null,
          other: { username: 'bob', address: '/' },
        }),
      ),
  },
  {
    name: 'sign-in-terms',
    event: 'running',
    async arrange(participant) {
      await showProviderPage(participant, async language =>
        signInPage({
          language,
          action: '/',
          username: 'alice',
          error: 'termsNotAccepted',
          formTargets: [],
          terms: await terms(language),
        }),
      )
      await participant.page.locator('summary').click()
    },
  },
  {
    name: 'provider-unavailable',
    event: 'running',
    arrange: participant =>
      showProviderPage(participant, language => {
        const { unavailableTitle: title, unavailable: message } = texts[language]
        return messagePage(language, { title, message, status: 503 })
      }),
  },
  { name: 'account', event: 'running', arrange: openAccount },
  {
    name: 'account-wrong-password',
    event: 'running',
    async arrange(participant) {
      await openAccount(participant)
      await participant.page.locator('#current').fill('wrong horse')
      await participant.page.locator('#wanted').fill('battery staple')
      await participant.page.locator('button[value=password]').click()
      await participant.page.getByRole('alert').waitFor()
    },
  },
  {
    name: 'sign-in',
    event: 'running',
    async arrange({ page }) {
      await page.context().clearCookies()
      await page.evaluate(() => sessionStorage.clear())
      await page.goto('/')
      await page.locator('input[name=username]').waitFor()
    },
  },
  {
    name: 'configuration-error',
    event: 'running',
    async arrange({ page }) {
      await page.route('**/', async route => {
        const response = await route.fetch()
        const body = (await response.text()).replace(/"oidcClientId":"[^"]*"/, '"oidcClientId":""')
        await route.fulfill({ response, body })
      })
      await page.goto('/')
      await page.locator('h1').waitFor()
    },
  },
  {
    name: 'first-load',
    event: 'running',
    async arrange(participant) {
      await play('/')(participant)
      await participant.hold('**/v1/user/stats')
      await participant.page.goto('/')
      await participant.page.locator('main').waitFor()
    },
  },
  { name: 'not-found', event: 'running', arrange: participant => participant.visit('/nowhere') },
]
