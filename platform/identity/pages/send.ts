import type { KoaContextWithOIDC } from 'oidc-provider'
import { type Look, ownLook } from './look.ts'
import type { Page } from './page.ts'

type Context = Pick<KoaContextWithOIDC, 'set' | 'status' | 'type' | 'body' | 'state'>

/** The look of the pages that answer this request. */
export const lookOf = (ctx: Pick<Context, 'state'>): Look => ctx.state.look ?? ownLook

/** Sends a page of the platform, with its security headers. */
export function send(ctx: Context, page: Page) {
  const { html, policy } = page.render(lookOf(ctx))
  ctx.status = page.status
  ctx.type = 'html'
  ctx.set('content-security-policy', policy)
  ctx.set('cache-control', 'no-store')
  // With `no-referrer`, browsers send the form with the origin `null`.
  ctx.set('referrer-policy', 'same-origin')
  ctx.body = html
}
