import type { Page } from 'playwright/test'

/** The token that the app's session in a tab uses for its calls. */
export const accessToken = (page: Page) =>
  page.evaluate(() => {
    const key = Object.keys(sessionStorage).find(name => name.startsWith('oidc.user:')) ?? ''
    return JSON.parse(sessionStorage.getItem(key) ?? '{}').access_token as string | undefined
  })
