import { decodeJwt } from 'jose'
import type { Page } from 'playwright'
import { createBrowser, signIn } from '../platform/core/sign-in-browser.ts'

/** What a browser keeps of a sign-in: the app's tokens, and the provider's cookies. */
export interface SignedIn {
  readonly stored: { readonly access_token: string }
  readonly cookies: readonly { name: string; value: string; path: string }[]
}

/**
 * Creates an account by the provider's own pages, without a browser.
 *
 * @param now by the clock of the browser that gets the sign-in
 */
export async function makeAccount(
  origin: string,
  name: string,
  password: string,
  now = new Date(),
): Promise<SignedIn> {
  const visitor = createBrowser()
  const tokens = await signIn(visitor, origin, name, password, 'create')
  const stored = {
    ...tokens,
    profile: decodeJwt(tokens.id_token),
    expires_at: Math.floor(now.getTime() / 1000) + tokens.expires_in,
  }
  const cookies = [...visitor.cookies].map(([key, cookie]) => ({ name: key, ...cookie }))
  return { stored, cookies }
}

/** Opens a page of the site that runs nothing, and requests no icon. */
export async function openBlank(page: Page): Promise<void> {
  const blank = { contentType: 'text/html', body: '<link rel="icon" href="data:,">' }
  await page.route('**/blank', route => route.fulfill(blank))
  await page.goto('/blank')
  await page.unroute('**/blank')
}

/** Gives a sign-in to a tab that is on a page of the site. */
export async function giveSignIn(page: Page, { stored, cookies }: SignedIn): Promise<void> {
  const { origin, hostname } = new URL(page.url())
  await page.context().addCookies(cookies.map(cookie => ({ ...cookie, domain: hostname })))
  await page.evaluate(([key, text]) => sessionStorage.setItem(key, text), [
    `oidc.user:${origin}/oidc:guidon`,
    JSON.stringify(stored),
  ] as const)
}
