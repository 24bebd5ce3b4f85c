import type { KoaContextWithOIDC } from 'oidc-provider'
import { mountPath } from './embedded.ts'
import { readForm } from './forms/read-form.ts'

/**
 * Leads a form that ends a session to the address that does the same. OpenID Connect wants both. The library takes
 * forms only with cookies that all sites may send.
 * https://openid.net/specs/openid-connect-rpinitiated-1_0.html#RPLogout
 *
 * @param origin of the platform
 */
export function endSessionByForm(origin: string) {
  return async (ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> => {
    if (ctx.path !== '/session/end' || ctx.method !== 'POST') return next()
    const form = await readForm(ctx)
    ctx.status = form ? 303 : 413
    if (form) ctx.set('location', `${origin}${mountPath}/session/end?${form}`)
  }
}
