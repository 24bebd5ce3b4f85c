import type { Page } from 'playwright/test'

/** Changes the text of a page of the site before the browser reads it. `url`: as `page.route` takes it. */
export const rewrite = (page: Page, url: string, change: (html: string) => string) =>
  page.route(url, async route => {
    const response = await route.fetch()
    await route.fulfill({ response, body: change(await response.text()) })
  })

export const oidcConfiguration = '**/.well-known/openid-configuration'

/** The app at a provider whose discovery document it has to ask for. */
export const askForDiscovery = (page: Page) =>
  rewrite(page, '/', html => html.replace(/"oidcMetadata":{[^}]*},/, ''))

/** The same, but the provider has no such document. */
export async function failDiscovery(page: Page) {
  await askForDiscovery(page)
  await page.route(oidcConfiguration, route => route.fulfill({ status: 500 }))
}
