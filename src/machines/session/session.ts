import type { Path } from '../../domain/path.ts'

/** The result of a sign-in. */
export interface Session {
  readonly accessToken: string
  /** By the device's clock, in milliseconds since the epoch. */
  readonly expiresAt: number
}

/** Why a silent renewal was refused: the grant is gone, or the provider said no in another way. */
export type RenewalRefusal = 'invalidGrant' | 'failed'

/** A renewal without an answer throws instead, since it can be tried again. */
export type RenewalAnswer =
  | { readonly ok: true; readonly session: Session }
  | { readonly ok: false; readonly code: RenewalRefusal }

/** Whether a path is a step of the sign-in itself. Nobody returns to those. */
export const isSignInStep = (path: string) => path.startsWith('/auth/')

/** The path to return to after sign-in: one of this site, and no step of the sign-in itself; else `/`. */
export function safePath(path: string | null | undefined): Path {
  if (!path?.startsWith('/') || /^\/[/\\]/.test(path) || isSignInStep(path)) return '/'
  return path as Path
}
