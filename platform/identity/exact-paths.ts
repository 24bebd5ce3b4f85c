import type { KoaContextWithOIDC } from 'oidc-provider'

/**
 * Answers only paths as they are written. The library also takes them in capitals, and with a slash at their end, which
 * no rule about a path would notice.
 */
export async function takeExactPaths(
  ctx: KoaContextWithOIDC,
  next: () => Promise<void>,
): Promise<void> {
  const { path } = ctx
  // The id of a sign-in has capitals.
  const isInSmallLetters = path.startsWith('/auth/') || path === path.toLowerCase()
  if (isInSmallLetters && !path.endsWith('/')) return next()
  ctx.status = 404
}
