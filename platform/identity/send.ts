import type { KoaContextWithOIDC } from 'oidc-provider'
import type { Page } from './pages.ts'

/** Sends a page of the platform, with its security headers. */
export function send(
  ctx: Pick<KoaContextWithOIDC, 'set' | 'status' | 'type' | 'body'>,
  page: Page,
) {
  ctx.status = page.status
  ctx.type = 'html'
  ctx.set('content-security-policy', page.policy)
  ctx.set('cache-control', 'no-store')
  // With `no-referrer`, browsers send the form with the origin `null`.
  ctx.set('referrer-policy', 'same-origin')
  ctx.body = page.html
}
