import type { KoaContextWithOIDC } from 'oidc-provider'

/**
 * Whether a form was sent by a page of the platform itself: browsers say so in both headers, and no
 * page can make them lie.
 *
 * @param isNeeded false: a program that says neither is believed
 */
export function isOwnForm(ctx: KoaContextWithOIDC, origin: string, isNeeded: boolean): boolean {
  const [site, from] = [ctx.get('sec-fetch-site'), ctx.get('origin')]
  if (site && site !== 'same-origin') return false
  return from ? from === origin : Boolean(site) || !isNeeded
}
