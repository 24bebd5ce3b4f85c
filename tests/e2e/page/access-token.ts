import type { Page } from 'playwright/test'

/** What the app's session in a tab makes its calls with. */
export const accessToken = (page: Page) =>
  page.evaluate(() => {
    const key = Object.keys(sessionStorage).find(name => name.startsWith('oidc.user:')) ?? ''
    return JSON.parse(sessionStorage.getItem(key) ?? '{}').access_token as string | undefined
  })
