import type { Page } from 'playwright/test'

/** Replaces parts of the platform's answers. */
export const change = <T>(page: Page, url: string, changed: (answer: T) => unknown) =>
  page.route(url, async route => {
    const response = await route.fetch()
    await route.fulfill({ response, json: changed(await response.json()) })
  })
