import type { KoaContextWithOIDC } from 'oidc-provider'

/**
 * Whether a form was sent by a page of the platform itself. Browsers say so in both headers, which no
 * page can change.
 *
 * @param isNeeded false: a request with neither header is accepted
 */
export function isOwnForm(ctx: KoaContextWithOIDC, origin: string, isNeeded: boolean): boolean {
  const [site, from] = [ctx.get('sec-fetch-site'), ctx.get('origin')]
  if (site && site !== 'same-origin') return false
  return from ? from === origin : Boolean(site) || !isNeeded
}
